#!/usr/bin/env python3
"""Verifies Adjutant campaign files. A second implementation, on Python's standard library alone.

    python3 tools/verify.py FILE [NOTED_HEAD]        check a campaign file; 0 sound, 1 faults, 2 unreadable
    python3 tools/verify.py --vectors VECTORS_JSON   check this program against the shared test vectors

The format is told in crates/dice/src/lib.rs and crates/ledger/src/lib.rs. Both implementations print
the same lines.
"""
import json, re, sys

sys.dont_write_bytecode = True  # leaves no folder of compiled files beside this one
from verify_bodies import (SEAL, Words, asked_in, fits, has_form, is_opening, is_roll, lots_in, record_faults,
                           rules_of)
from verify_format import (KINDS, U64, Twice, dice_key, encode, file_shape, find_head, head_by_act,
                           head_by_question, load, lot, question, question_key, seal_digest, secret_commitment, sha, throw, vectors)

# ---- the chains ---------------------------------------------------------------------------------

def rank(name):
    return {"public": -1, "umpire": 256}.get(name) if "-" not in name else int(name[5:])

def check_chains(file, fault):
    kind, manifest, here = file["kind"], file["manifest"], [one["name"] for one in file["streams"]]
    side = here[1] if kind == "seat" and len(here) > 1 else None
    says = KINDS[kind][2].replace("{side}", f" and {side}" if side else "")
    if file["says"] != says.replace("{who}", "this seat" if side else "everybody"):
        fault("says", "is not the sentence of this kind of file")
    if manifest["format"] == 0:
        fault("manifest.format", "must be 1")
    canonical = json.dumps(manifest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if file["genesis"] != sha(canonical.encode()):
        fault("genesis", "does not follow from the manifest")
    if "setup" in file and manifest["setup_digest"] != sha(file["setup"].encode()):
        fault("setup", "is not the text whose digest stands in the manifest")
    if "dice_secret" in file and not secret_fits(file):
        fault("dice_secret", "is not the one committed in the manifest")
    sides = [f"side-{n}" for n in range(min(len(manifest["sides"]), 256))]
    if kind == "seat":
        if here[:1] != ["public"] or len(here) > 2 or (side and side not in sides):
            fault("streams", "must be public, or public and one side of the manifest")
    elif here != ["public", *sides, "umpire"]:
        fault("streams", "must be " + ", ".join(["public", *sides, "umpire"]))
    for stream in file["streams"]:
        check_stream(file, stream, fault)
    if "master" in file:
        check_master(file, fault)

def secret_fits(file):
    return secret_commitment(bytes.fromhex(file["dice_secret"])) == file["manifest"]["dice_commitment"]

def check_stream(file, stream, fault):
    previous = file["genesis"]
    for position, part in enumerate(stream["parts"], 1):
        place = f"{stream['name']} {position}"
        if part["number"] != position:
            fault(place, f"has number {part['number']}, and {position} comes next")
        if part["nonce"] is not None and part["body"] is not None:
            if part["commitment"] != sha(encode("adjutant-part-v1", bytes.fromhex(part["nonce"]), part["body"])):
                fault(place, "its body is not the one committed")
        elif part["nonce"] is not None or part["body"] is not None:
            fault(place, "body and nonce must be withheld together")
        elif KINDS[file["kind"]][1]:
            fault(place, f"its body is withheld, and a {file['kind']} file shows every body")
        if part["hash"] != sha(encode("adjutant-link-v1", bytes.fromhex(previous), stream["name"],
                                      part["number"], bytes.fromhex(part["commitment"]))):
            fault(place, "its hash does not follow from the link before it")
        previous = part["hash"]
    if stream["head"] != previous:
        fault(stream["name"], "its head is not the hash of its last part")

def check_master(file, fault):
    streams = {stream["name"]: stream["parts"] for stream in file["streams"]}
    named, previous = {}, file["genesis"]
    for position, link in enumerate(file["master"], 1):
        place, names = f"master {position}", link["parts"]
        if link["number"] != position:
            fault(place, f"has number {link['number']}, and {position} comes next")
        if not names:
            fault(place, "has no part")
        ranks = [rank(name["stream"]) for name in names]
        if any(one >= other for one, other in zip(ranks, ranks[1:])):
            fault(place, "its parts are not in stream order")
        hashed = []
        for name in names:
            stream, number = name["stream"], name["number"]
            following = min(named.get(stream, 0) + 1, U64)
            named[stream] = number
            if number != following:
                fault(place, f"names {stream} {number}, and {stream} {following} comes next")
            if 0 < number <= len(streams.get(stream, [])):
                hashed += [stream, bytes.fromhex(streams[stream][number - 1]["hash"])]
            else:
                fault(place, f"names {stream} {number}, which is not here")
        message = encode("adjutant-master-v1", bytes.fromhex(previous), link["number"],
                         bytes.fromhex(link["lineage"]), link["branch"], len(names), *hashed)
        if len(hashed) == 2 * len(names) and link["hash"] != sha(message):
            fault(place, "its hash does not follow from the link before it")
        previous = link["hash"]
    if file["master_head"] != previous:
        fault("master_head", "is not the hash of the last entry")
    for stream in file["streams"]:
        if named.get(stream["name"], 0) < len(stream["parts"]):
            fault(stream["name"], f"no entry names its parts after {named.get(stream['name'], 0)}")

# ---- what the bodies say ------------------------------------------------------------------------

def body_of(part):
    try:
        body = load(part["body"])
    except (ValueError, RecursionError, Twice):
        return None
    return body if isinstance(body, dict) else None

class Record:
    """Walks all bodies in recorded order: the master's where the file has it, else stream by stream."""

    def __init__(self, file, fault):
        self.file, self.fault, self.campaign = file, fault, file["manifest"]["campaign"]
        self.keyed = self.computed = self.table = self.rulings = self.n_seals = self.openings = 0
        self.next_roll, self.unsure, self.seals, self.given, self.key, self.versions = {}, set(), {}, [], None, {}
        self.by_question, self.by_act = False, 0
        self.words = Words(file["manifest"])
        if "dice_secret" in file and secret_fits(file):
            secret, given = bytes.fromhex(file["dice_secret"]), file["contributions"]
            self.key = question_key(secret, file["manifest"], given), dice_key(secret, self.campaign, given)
        order = [(s["name"], part) for s in file["streams"] for part in s["parts"]]
        if "master" in file:
            by_name = {(stream, part["number"]): part for stream, part in order}
            names = [(one["stream"], one["number"]) for link in file["master"] for one in link["parts"]]
            order = [(name[0], by_name[name]) for name in names if name in by_name]
        else:
            for body in (body_of(part) or {} for _, part in order if part["body"] is not None):
                seals = body.get("seals")
                for seal in seals if isinstance(seals, list) else []:
                    if has_form(seal, SEAL):
                        self.seals.setdefault((seal["slot"], seal["side"]), []).append(seal["digest"])
        for stream, part in order:
            if part["body"] is None:
                self.unsure.add(stream)
                self.words.unsure |= stream == "public"
            else:
                self.body(stream, f"{stream} {part['number']}", body_of(part))
        whole_public = all(part["body"] is not None for stream, part in order if stream == "public")
        if whole_public and self.given != file["contributions"]:
            fault("contributions", "are not those recorded in the public stream")

    def body(self, stream, place, body):
        if body is None:
            return self.fault(place, "its body is not a JSON object")
        if body.get("rules") is not None:
            self.rules(stream, place, rules_of(body["rules"]))
        self.by_question |= stream == "public" and body.get("kind") in ("laid-out", "dice-renewed")
        if body.get("contribution") is not None:
            self.contribution(stream, place + " contribution", body["contribution"])
        if stream == "public":
            self.given += self.words.body(body, lambda sentence: self.fault(place, sentence))
        for key, name, right, check in (
                ("rolls", "a roll", is_roll, self.roll),
                ("seals", "a seal", lambda seal: has_form(seal, SEAL), self.seal),
                ("openings", "an opening", is_opening, self.opening)):
            values = body.get(key) if body.get(key) is not None else []
            if not isinstance(values, list):
                self.fault(f"{place} {key}", "must be a list")
                continue
            for n, value in enumerate(values, 1):
                at = f"{place} {name.split()[1]} {n}"
                check(stream, at, value) if right(value) else self.fault(at, "is not written as " + name)

    def rules(self, stream, place, rules):
        """The version never falls: else an entry could be laid to rules under which it cannot be judged."""
        manifest, order = self.file["manifest"], None if "master" in self.file else stream
        if not rules:
            return self.fault(place, "its rules are not written as system/version")
        if rules[0] != manifest["system"]:
            return self.fault(place, "its rules are not those of the manifest")
        began = re.fullmatch(r"\+?[0-9]+", manifest["rules_version"], re.ASCII)
        known = self.versions.get(order, int(began[0]) if began and int(began[0]) <= U64 else 0)
        if rules[1] < known:
            self.fault(place, f"is judged by version {rules[1]} of the rules, after version {known}")
        self.versions[order] = max(known, rules[1])

    def contribution(self, stream, place, given):
        if not has_form(given, {"seat": "text", "text": "text"}):
            self.fault(place, "is not written as a contribution")
        elif stream != "public":
            self.fault(place, "belongs in the public stream")
        else:
            self.given.append({"seat": given["seat"], "text": given["text"]})
            if self.keyed:
                self.fault(place, "came after the first keyed roll")

    def roll(self, stream, place, roll):
        self.faces(stream, place, roll)
        if roll.get("record") is not None:
            for sentence in record_faults(roll, roll["record"]):
                self.fault(place, sentence)

    def faces(self, stream, place, roll):
        number, right = roll.get("number"), fits(roll)
        if not right:
            self.fault(place, "shows faces that its dice cannot show")
        if roll["origin"] != "server":
            self.table += roll["origin"] == "table"
            self.rulings += roll["origin"] == "ruling"
            if number is not None:
                self.fault(place, "is no keyed roll and must have no number")
            return
        self.keyed += 1
        if number is None:
            return self.fault(place, "is a keyed roll without a number")
        following = self.next_roll.get(stream, 1)
        if number != following and not (stream in self.unsure and number > following):
            self.fault(place, f"has number {number}, and {following} comes next")
        self.unsure.discard(stream)
        self.next_roll[stream] = min(number + 1, U64)
        self.by_act += not self.by_question
        if self.by_question and asked_in(roll) != roll["question"]:
            self.fault(place, "its question is not the one that its record tells")
        if self.key and right:
            self.computed += 1
            if roll["faces"] != self.answered(stream, number, roll):
                self.fault(place, "its faces are not those that the secret gives")

    def answered(self, stream, number, roll):
        if not self.by_question:
            head = head_by_act(self.campaign, stream, number, roll["question"])
            return throw(self.key[1], head, roll["dice"], roll.get("opposed"))
        asked = question(self.campaign, stream, roll["question"])
        if lots_in(roll):
            return [lot(self.key[0], asked, lots_in(roll))]
        return throw(self.key[0], head_by_question(asked), roll["dice"], roll.get("opposed"))

    def seal(self, _stream, _place, seal):
        self.n_seals += 1
        if "master" in self.file:
            self.seals[seal["slot"], seal["side"]] = [seal["digest"]]

    def opening(self, _stream, place, opening):
        self.openings += 1
        slot, side, nonce = opening["slot"], opening["side"], bytes.fromhex(opening["nonce"])
        if (slot, side) not in self.seals:
            self.fault(place, "opens what was not sealed")
        elif seal_digest(self.campaign, slot, side, opening["payload"], nonce) not in self.seals[slot, side]:
            self.fault(place, "is not what was sealed")

# ---- the report ---------------------------------------------------------------------------------

def verify(text, noted=None):
    """The report's lines, and how many faults there are."""
    facts, faults = [], []
    fault = lambda place, sentence: faults.append((place, sentence))
    try:
        file = load(text)
        file_shape(file, faults)
    except (ValueError, RecursionError) as error:
        fault("file", f"is not JSON (line {getattr(error, 'lineno', 1)})")
    except Twice as twice:
        fault("file", f"has the key {json.dumps(str(twice), ensure_ascii=False)} twice in one object")
    if not faults:
        check_chains(file, fault)
        record, manifest = Record(file, fault), file["manifest"]
        holds = [f"{s['name']} {len(s['parts'])}" for s in file["streams"]]
        holds += [f"master {len(file['master'])}"] if "master" in file else []
        withheld = sum(part["body"] is None for s in file["streams"] for part in s["parts"])
        facts = [f"file: {file['kind']}, campaign {manifest['campaign']}, "
                 + json.dumps(manifest["title"], ensure_ascii=False),
                 "holds: " + ", ".join(holds), f"withheld: {withheld} bodies",
                 f"dice: {record.keyed} keyed rolls, {record.computed} of them computed again; "
                 f"{record.table} rolls from a table, {record.rulings} rulings",
                 f"sealed: {record.n_seals} seals, {record.openings} openings", record.words.line(),
                 "proves: " + KINDS[file["kind"]][3], "does not prove: " + KINDS[file["kind"]][4]]
        if record.by_act:
            facts.append(f"weaker: {record.by_act} keyed rolls are bound to names of acts, which whoever knew "
                         "the secret could choose")
        if noted is not None:
            place, sentence = find_head(file, noted.strip())
            facts.append(f"noted head: {place}") if place else fault("noted head", sentence)
    result = {0: "sound", 1: "1 fault"}.get(len(faults), f"{len(faults)} faults")
    return facts + [f"fault: {p}: {s}" for p, s in faults] + ["result: " + result], len(faults)

def main(arguments):
    if not 1 <= len(arguments) <= 2 or arguments == ["--vectors"]:
        print(__doc__, file=sys.stderr)
        return 2
    path = arguments[1] if arguments[0] == "--vectors" else arguments[0]
    try:
        with open(path, encoding="utf-8", newline="") as opened:
            text = opened.read()
    except (OSError, UnicodeDecodeError) as error:
        print(f"{path} cannot be read: {error}", file=sys.stderr)
        return 2
    lines, n_faults = vectors(load(text)) if arguments[0] == "--vectors" else verify(text, *arguments[1:])
    sys.stdout.buffer.write("".join(line + "\n" for line in lines).encode())
    return 1 if n_faults else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
