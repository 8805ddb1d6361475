#!/usr/bin/env python3
"""Verifies Adjutant campaign files. A second implementation, on Python's standard library alone.

    python3 tools/verify.py FILE [NOTED_HEAD]        check a campaign file; 0 sound, 1 faults, 2 unreadable
The format is told in crates/dice/src/lib.rs and crates/ledger/src/lib.rs; both print the same lines."""
import collections, json, pathlib, re, signal, sys
sys.dont_write_bytecode = True  # leaves no folder of compiled files beside this one
from verify_format import (DIE, HANDS, HEAD, I32, I64, KINDS, OPENING, PLEDGE, RECORD, SEAL, TYPING, U64,
    WORDS, Dice, Twice, asked_in, at, body_of, check_chains, file_shape, find_head, fits, has_form, holds,
    is_roll, load, say, seal_digest, secret_fits, sha, sides_of, words_digests)
# Letters that begin another line, turn the line round or are not seen.
UNSEEN = ("[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
          "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
          "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")
def die_of(value):  # (dice, opposed, figure of a throw), or None for what is no die
    if value is None:
        return [], False, None
    kind, told = next(iter(value.items())) if isinstance(value, dict) and len(value) == 1 else (None, None)
    told = {"sides": told} if kind == "d" else told
    if kind not in DIE or not has_form(told, DIE[kind]):
        return None
    n = {"d": 1, "high-roll": 2}.get(kind) or told["n"]
    figures = {"high-roll": lambda faces: 1 + (len(faces) == 2 and faces[1] > faces[0]),
               "hits": lambda faces: sum(face >= told["from"] for face in faces)}
    return [told["sides"]] * n, kind == "high-roll", figures.get(kind, sum)
def record_faults(roll):  # what is wrong with the record of a roll, which pages show, as sentences
    record, faces, ruling = roll.get("record"), roll["faces"], roll["origin"] == "ruling"
    asked = at(record, "asked")
    die = die_of(asked["die"]) if isinstance(asked, dict) and "die" in asked else None
    if not die or not has_form(record, RECORD):
        yield "its record is not written as one"
        return
    shown, origin = [] if ruling else faces[max(0, len(faces) - len(roll["dice"])):], record.get("origin")
    yield from say(((roll["dice"], bool(roll.get("opposed"))) != die[:2], "its record names other dice"),
                    (origin != (None if ruling else roll["origin"]), "its record names another origin"),
                    (record["faces"] != shown, "its record shows other faces"))
    total = (die[2](shown) if die[2] else (faces or [0])[0]) + sum(it["amount"] for it in record["modifiers"])
    if record["total"] != total:
        yield f"its record has the total {record['total']}, and faces and modifiers give {total}"
    row = record["chart"]["bands"][record["chart"]["hit"]:][:1] if record.get("chart") is not None else []
    if record.get("chart") is not None and not (row and holds(row[0]["band"], record["total"])):
        yield "its record hits a row that does not hold its total"
class Words:  # each side's are fixed by a digest before any is opened: which made the dice, by whose hand
    def __init__(self, file):
        self.file, self.sides = file, sides_of(file["manifest"])
        self.pledged, self.opened, self.since, self.missing, self.link = {}, {}, 0, False, file["genesis"]
        self.typed, self.anew, self.typing, self.loose, self.terms, self.agreed = [], [], [], {}, set(), ()
        self.is_open = self.unsure = self.lacking = self.begun = self.stands = self.stood = False
    def body(self, body, is_first, link):  # reads one public body; what is wrong with it, as sentences
        seat, by = (said if isinstance(said := body.get(key), str) else None for key in ("seat", "by"))
        self.typed.append(at(body, "contribution", "seat"))
        kind, word, now, terms = map(body.get, ("kind", "table_dice", "at", "terms"))
        terms, own, begins = terms if kind == "laid-out" else None, by == seat, kind in ("began", "laid-out")
        table, words, now = str(at(terms, "table")), str(at(terms, "words")), now if has_form(now, I64) else 0
        self.terms |= {"table " + table, "words " + words} if terms is not None else set()
        self.typing = [f"typed dice: {TYPING[table]}"] if table in TYPING else self.typing
        self.begun, self.missing = self.begun or begins, self.missing or kind == "dice-missing"
        unread = word not in (None, "ask", "withdraw") and (word != "agree" or seat not in self.sides)
        yield from say(
            (terms is not None and (table not in TYPING or words not in ("devices", "nobody")),
             "its terms of the dice cannot be read"),
            (begins and not is_first, "begins a campaign that had begun"),
            (is_first and not begins, "does not begin the campaign"),
            (kind == "dice-renewed" and not self.begun and not self.unsure,
             "renews the dice of a campaign that has not begun"),
            (self.terms and body.get("contribution") is not None, "types in words, and its terms know none"),
            (kind == "dice-missing" and "dice_secret" in self.file,
             "says that the secret is missing, and it is here"),
            (unread, "its word on typed dice cannot be read"),
            (word and not unread and not own, "says for another seat whether dice may be typed in"))
        if word and not unread and own:
            said = {seat} if seat in self.sides and word != "withdraw" else set()
            self.agreed = said.union(self.agreed if word == "agree" else set())
            self.stands = len(self.agreed) == len(self.sides)
            self.stood |= self.stands
        for key, form, says in (("pledge", PLEDGE, "a digest of words"), ("words", WORDS, "words")):
            if body.get(key) is None:
                continue
            hand = HANDS.get(str(at(body, key, "hand")))
            if seat not in self.sides or not hand or not has_form(body[key], form):
                yield "is not written as " + says
                continue
            yield from say(("words nobody" in self.terms, "gives words, and by its terms nobody does"))
            given = body[key][[*form][0]], hand if own else max(hand, HANDS["umpire"])
            if self.is_open:
                yield "holds words that came after the dice were open"
            elif key == "pledge":
                yield from say((self.opened, "gives a digest after words had been opened"))
                self.pledged[seat], self.since, self.link = given, now, link
            elif seat in self.opened and not self.unsure:
                yield "opens words that were open"
            else:
                stood = [(side, self.pledged[side][0]) for side in self.sides if side in self.pledged]
                sure, pledged = not self.unsure, dict(stood).get(seat)
                digests = words_digests(self.file, self.link, seat, body[key], stood) if pledged else []
                self.loose |= {seat: digests.index(pledged)} if pledged in digests[:2] else {}
                yield from say((sure and pledged not in digests, "opens words that its digest did not fix"),
                                (sure and len(self.pledged) < len(self.sides),
                                 "opens words before all digests stood"))
                self.opened[seat] = given
        if kind == "renewed" and not self.is_open:
            late = "not opened by " + " and ".join(seat for seat in self.sides if seat not in self.opened)
            late = "before the time to open was over" if now - self.since < 3 * 24 * 3_600_000 else late
            self.anew.append(f"by the {'umpire' if by == 'umpire' else 'table'}, {late}")
            self.pledged, self.opened, self.loose = {}, {}, {}
    def open_dice(self):
        given = [] if self.is_open else [seat for seat in self.sides if seat in self.opened]
        self.lacking, self.is_open = self.lacking or not self.is_open and len(given) < len(self.sides), True
        return [{"seat": seat, "text": self.opened[seat][0]} for seat in given]
    def hand(self, seat):
        return (opened := self.opened.get(seat)) and max(opened[1], self.pledged.get(seat, opened)[1])
    def lines(self):
        typed = lambda seat: f"{seat} typed" if seat in self.typed else f"without {seat}"
        one = lambda seat: f"{seat} {self.hand(seat)[1]}" if seat in self.opened else typed(seat)
        anew = f"words begun anew: {len(self.anew)}, " + ", then ".join(self.anew)
        words = "words: " + (", ".join(map(one, self.sides)) if self.is_open else "the dice are not open")
        return [words, anew][:1 + bool(self.anew)] + self.typing
class Record:  # all bodies in recorded order: the master's where the file has it, else stream by stream
    def __init__(self, file, fault):
        self.fault, self.manifest, self.has_order = fault, file["manifest"], "master" in file
        self.counts, self.seals, self.given, self.versions = collections.Counter(), {}, [], {}
        self.next_roll, self.unsure, self.dice, self.words = {}, set(), None, Words(file)
        if "dice_secret" in file and secret_fits(file):
            self.dice = Dice(bytes.fromhex(file["dice_secret"]), self.manifest["campaign"],
                             self.manifest["setup_digest"], file["contributions"])
        parts = [(stream["name"], part) for stream in file["streams"] for part in stream["parts"]]
        if self.has_order:
            by_name = {(stream, part["number"]): (stream, part) for stream, part in parts}
            names = [(one["stream"], one["number"]) for link in file["master"] for one in link["parts"]]
            parts = [by_name[name] for name in names if name in by_name]
        bodies = [(name, f"{name} {part['number']}", part["hash"], body_of(part)) for name, part in parts]
        self.tell("public 1", self.beginning(parts))
        for seals in [] if self.has_order else [at(body, "seals") for *_, body in bodies]:
            # An opening may refer to any seal of its slot where the order between streams is unknown.
            for seal in filter(lambda seal: has_form(seal, SEAL), seals if isinstance(seals, list) else []):
                self.seals.setdefault((seal["slot"], seal["side"]), []).append(seal["digest"])
        for stream, place, link, body in bodies:
            if body is None:
                self.unsure.add(stream)
                self.words.unsure |= stream == "public"
            elif isinstance(body, str):
                fault(place, "its body is not a JSON object")
            else:
                self.body(stream, place, link, body)
        self.tell("public", say(("public" not in dict(parts), "has no entry that begins the campaign")))
        if not self.words.unsure and self.given != file["contributions"]:
            fault("contributions", "are not those recorded in the public stream")
    def body(self, stream, place, link, body):
        kind = body.get("kind") if stream == "public" else None
        self.counts["new"] |= kind in ("laid-out", "dice-renewed")  # faces hang on the question alone
        self.counts["old"] += kind == "began" or kind == "laid-out" and body.get("terms") is None
        self.finishes = body.get("kind") in ("answered", "corrected")
        unread = [key for key in HEAD if not has_form(body.get(key), HEAD[key])]
        self.tell(place, [f"its {key} cannot be read" for key in unread])
        self.tell(place, self.rules(stream, body.get("rules")))
        self.tell(place + " contribution", self.contribution(stream, body.get("contribution")))
        if stream == "public":
            self.tell(place, self.words.body(body, place == "public 1", link))
            self.given += self.words.open_dice() if kind == "dice-opened" else []
        for key, right, check in (("rolls", is_roll, self.roll),
                                  ("seals", lambda seal: has_form(seal, SEAL), self.seal),
                                  ("openings", lambda opening: has_form(opening, OPENING), self.opening)):
            name, values = key[:-1], body.get(key) if body.get(key) is not None else []
            if not isinstance(values, list):
                values = self.fault(f"{place} {key}", "must be a list") or []
            for n, value in enumerate(values, 1):
                wrong = [f"is not written as a{'n' * (name == 'opening')} {name}"]
                self.tell(f"{place} {name} {n}", check(stream, value) if right(value) else wrong)
    def beginning(self, parts):  # what the umpire alone reads of it is fixed in public by a digest
        first = {name: part for name, part in parts if part["number"] == 1}
        public, own = (body_of(first.get(name, {"body": "{}"})) for name in ("public", "umpire"))
        begins, fixed = at(own, "kind") in ("began", "laid-out"), at(public, "umpires")
        text = first["umpire"]["body"] if begins else ""
        digest = sha("adjutant-beginning-v1", self.manifest["campaign"], text)
        known = self.has_order and None not in (public, own)
        self.counts["unfixed"] = known and begins and fixed is None and at(public, "above") is None
        return say((known and fixed not in (None, digest), "fixes another beginning than the umpire reads"))
    def tell(self, place, sentences):
        for sentence in sentences:
            self.fault(place, sentence)
    def rules(self, stream, rules):  # never fall: else an entry could be laid to some that cannot judge it
        read = re.fullmatch("(?s:(.*))/([0-9]{1,9})", rules) if isinstance(rules, str) else None
        if not read:
            yield "its rules are not written as system/version"
        elif read[1] != self.manifest["system"]:
            yield "its rules are not those of the manifest"
        else:
            began = re.fullmatch(r"\+?0*([0-9]{1,20})", self.manifest["rules_version"], re.ASCII)
            order, version = None if self.has_order else stream, int(read[2])
            known = self.versions.get(order, int(began[1]) if began and int(began[1]) in U64 else 0)
            if version < known:
                yield f"is judged by version {version} of the rules, after version {known}"
            self.versions[order] = max(known, version)
    def contribution(self, stream, given):
        right, public = has_form(given, {"seat": "text", "text": "text"}), stream == "public"
        yield from say((given is not None and not right, "is not written as a contribution"),
                        (right and not public, "belongs in the public stream"),
                        (right and public and self.counts["server"], "came after the first keyed roll"))
        self.given += [{"seat": given["seat"], "text": given["text"]}] if right and public else []
    def roll(self, stream, roll):
        n, origin, said = roll.get("number"), roll["origin"], self.words
        early = said.terms and not (said.is_open or said.unsure)
        self.counts[origin] += 1
        yield from say((not fits(roll), "shows faces that its dice cannot show"),
                        (origin != "server" and n is not None, "is no keyed roll and must have no number"),
                        (origin == "server" and early, "is thrown before the dice were open"))
        if origin == "server":
            yield from ["is a keyed roll without a number"] if n is None else self.keyed_roll(stream, roll, n)
        if origin == "table" and "table agreed" in said.terms:
            once = self.finishes or not self.has_order and stream != "public"
            allowed = said.stands or once and said.stood
            self.counts["without"] += said.missing and not allowed
            if not (said.missing or allowed or said.unsure):
                yield "is typed in, and not all sides had agreed to that"
        yield from record_faults(roll) if roll.get("record") is not None else []
    def keyed_roll(self, stream, roll, number):
        following = self.next_roll.get(stream, 1)
        if number != following and not (stream in self.unsure and number > following):
            yield f"has number {number}, and {following} comes next"
        self.unsure.discard(stream)
        self.next_roll[stream] = min(number + 1, U64[-1])
        self.counts["by act"] += not self.counts["new"]
        computed, other = self.dice and fits(roll), self.counts["new"] and asked_in(roll) != roll["question"]
        self.counts["computed"] += bool(computed)
        faces = self.dice.answer(stream, roll, self.counts["new"]) if computed else roll["faces"]
        yield from say((other, "its question is not the one that its record tells"),
                        (roll["faces"] != faces, "its faces are not those that the secret gives"))
    def seal(self, _stream, it):
        self.counts["seal"] += 1
        return self.seals.update({(it["slot"], it["side"]): [it["digest"]]} if self.has_order else {}) or []
    def opening(self, _stream, opening):
        self.counts["opening"] += 1
        slot, side, payload = opening["slot"], opening["side"], opening["payload"]
        digest = seal_digest(self.manifest["campaign"], slot, side, payload, bytes.fromhex(opening["nonce"]))
        if digest not in self.seals.get((slot, side), []):
            yield "is not what was sealed" if (slot, side) in self.seals else "opens what was not sealed"
def verify(text, noted=None):  # the report's lines, and how many faults there are
    facts, faults = [], []
    fault = lambda place, sentence: faults.append((place, sentence))
    try:
        file = load(text)
        file_shape(file, faults)
    except Twice as twice:
        fault("file", f"has the key {json.dumps(str(twice), ensure_ascii=False)} twice in one object")
    except (ValueError, RecursionError) as error:
        fault("file", f"is not JSON (line {getattr(error, 'lineno', 1)})")
    if not faults:
        check_chains(file, fault)
        facts = facts_of(file, Record(file, fault))
        if noted is not None:
            told, sentence = find_head(file, noted)
            facts += told if told else fault("noted head", sentence) or []
    heads = {line.startswith("weaker: the noted head") for line in facts if line.startswith("weaker: ")}
    proof = " and ".join(["its dice"] * (False in heads) + ["its history"] * (True in heads))
    sound = "sound" + f", with weaker proof of {proof}" * bool(heads)
    result = {0: sound, 1: "1 fault"}.get(len(faults), f"{len(faults)} faults")
    lines = facts + [f"fault: {p}: {s}" for p, s in faults] + ["result: " + result]
    escaped = lambda found: re.sub("(....)", r"\\u\1", found[0].encode("utf-16-be").hex())
    return [re.sub(UNSEEN, escaped, line) for line in lines], len(faults)
def facts_of(file, record):
    manifest, (_, _, _, proves, leaves_open) = file["manifest"], KINDS[file["kind"]]
    n, said, title = record.counts, record.words, json.dumps(manifest["title"], ensure_ascii=False)
    holds = [f"{stream['name']} {len(stream['parts'])}" for stream in file["streams"]]
    holds += [f"master {len(file['master'])}"] if record.has_order else []
    withheld = sum(part["body"] is None for stream in file["streams"] for part in stream["parts"])
    weaker = ["weaker: " + line for line in say(
        (n["by act"], f"{n['by act']} keyed rolls are bound to names of acts, which whoever knew the secret "
         "could choose"),
        (n["old"], f"by its own word it began under version {manifest['rules_version']} of its rules and an "
         "earlier program; whoever knew the secret could choose its dice"),
        (n["without"], f"{n['without']} throws were typed in without the consent of all sides, since the "
         "campaign went on without the secret of its dice"),
        (said.unsure, "a public body is withheld, and may have told of the dice"),
        (n["unfixed"], "no digest fixes what it began from, and whoever knew the dice could choose that"),
        (said.anew, f"whoever knew the secret could choose one of {len(said.anew) + 1} rounds of words"),
        (said.lacking and "words devices" in said.terms, "whoever knew the secret could choose that the dice "
         "opened without all words"))]
    weaker += [f"weaker: the words of {seat} were given by another hand than its own" for seat in
               said.sides if said.is_open and (said.hand(seat) or (0,))[0] >= 2]
    loose = {1: "the digest of {}'s words names no secret, and whoever knew them could choose it",
             0: "{}'s words are not signed, and whoever knew them could choose those beside them"}
    weaker += ["weaker: " + loose[said.loose[seat]].format(seat) for seat in said.sides
               if said.is_open and seat in said.loose]
    return [f"file: {file['kind']}, campaign {manifest['campaign']}, {title}",
            "holds: " + ", ".join(holds), f"withheld: {withheld} bodies",
            f"dice: {n['server']} keyed rolls, {n['computed']} of them computed again; "
            f"{n['table']} rolls from a table, {n['ruling']} rulings",
            f"sealed: {n['seal']} seals, {n['opening']} openings", *said.lines(), "proves: " + proves,
            "does not prove: " + leaves_open, *weaker]
def main(arguments):
    if not 1 <= len(arguments) <= 2:
        return print(__doc__, file=sys.stderr) or 2
    try:
        lines, n_faults = verify(pathlib.Path(arguments[0]).read_bytes().decode(), *arguments[1:])
    except (OSError, UnicodeDecodeError) as error:
        return print(f"{arguments[0]} cannot be read: {error}", file=sys.stderr) or 2
    signal.signal(getattr(signal, "SIGPIPE", signal.SIGINT), signal.SIG_DFL)  # whoever reads may stop
    sys.stdout.buffer.write("".join(line + "\n" for line in lines).encode())
    return 1 if n_faults else 0
if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
