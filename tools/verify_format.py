"""The format of Adjutant campaign files: what is hashed how, which fields a file has, and its chains."""
import hashlib, hmac, itertools, json, math, re
U16, U32, U64, I32, I64 = *map(range, (2**16, 2**32, 2**64)), range(-2**31, 2**31), range(-2**63, 2**63)
ORDER = "content and order of all streams; opened choices are those that were sealed"
AT_END = "nor that the whole history was not written anew or cut off, unless a head noted earlier is in it"
KINDS = {  # kind: (has master, has secret, says, proves, does not prove)
    "seat": (False, False, "The public stream{side}: what {who} may see, and nothing else.",
             "content and order within these streams; sealed choices opened here are those that were sealed",
             "the dice, what the rules give, other streams, the order between streams; " + AT_END),
    "umpire": (True, False, "All streams and the master chain, without the dice secret: for the umpire "
               "while the campaign runs.", ORDER, "the dice; " + AT_END),
    "final": (True, True, "All streams, the master chain and the dice secret: for everybody, when the "
              "campaign is over.", ORDER + "; every keyed roll", "dice thrown at a table; " + AT_END),
    "move": (True, True, "PRIVATE: all streams, the master chain and the dice secret of a campaign that goes "
             "on elsewhere. Whoever reads this file knows every secret and every die to come.",
             ORDER + "; every keyed roll", "dice thrown at a table; " + AT_END)}
HANDS = {"device": (0, "by its own device"), "program": (1, "by a program"),
         "umpire": (2, "by another seat's device"), "host": (3, "by the host")}
TYPING = {"agreed": "where all sides agree", "free": "without asking, by the set-up"}
def say(*cases): return (sentence for so, sentence in cases if so)  # what is to be said where it is so
# ---- what is hashed -----------------------------------------------------------------------------
def encode(*fields):  # texts and bytes with their length before them, numbers as 8 bytes, all big endian
    out = b""
    for field in fields:
        raw = field.encode() if isinstance(field, str) else field
        out += raw.to_bytes(8, "big") if isinstance(field, int) else len(raw).to_bytes(8, "big") + raw
    return out
def keyed(key, *fields): return hmac.new(key, encode(*fields), hashlib.sha256).digest()
def plain_sha(raw): return hashlib.sha256(raw).hexdigest()
def sha(*fields): return plain_sha(encode(*fields))
def secret_commitment(secret): return plain_sha(b"adjutant-secret-v1\n" + secret)
def seal_digest(*fields): return sha("adjutant-seal-v1", *fields)  # campaign, slot, side, payload, nonce
def words_digests(file, link, seat, words, stood):  # of earlier builds two, or if signed none, and today's
    genesis, raw = bytes.fromhex(file["genesis"]), bytes.fromhex(words["bytes"])
    signed = words.get("signature")
    if signed is None:
        return [sha("adjutant-words-v2", genesis, seat, raw),
                sha("adjutant-words-v1", file["manifest"]["campaign"], seat, raw)]
    sides = sum(((side, bytes.fromhex(digest)) for side, digest in stood), ())
    steps = bytes.fromhex(sha("adjutant-words-set-v1", genesis, bytes.fromhex(link), len(stood), *sides))
    chains = [bytes.fromhex(signed[64 * n:64 * n + 64]) for n in range(34)]
    for n, first in enumerate(steps + sum(255 - step for step in steps).to_bytes(2, "big")):
        for step in range(first, 255):
            chains[n] = bytes.fromhex(sha("adjutant-words-step-v1", n, step, chains[n]))
    return ["", "", sha("adjutant-words-v3", genesis, seat, raw, *chains)]
def reduce(word, sides): return 1 + word % sides if word < 2**64 // sides * sides else None
def words_of(key, head):  # of 64 bits, that a roll draws on; head is hashed before the block's number
    for block in itertools.count():
        raw = keyed(key, *head, block)
        yield from (int.from_bytes(raw[n:n + 8], "big") for n in range(0, 32, 8))
class Dice:  # a campaign's: as the question alone decides, and as the act did before the campaign went over
    def __init__(self, secret, campaign, setup_digest, contributions):
        self.campaign, given = campaign, [(one["seat"], one["text"]) for one in contributions]
        by_seat, setup = sorted(given, key=lambda one: one[0].encode()), bytes.fromhex(setup_digest)
        self.act_key = keyed(secret, "adjutant-key-v1", campaign, len(given), *sum(given, ()))
        self.question_key = keyed(secret, "adjutant-key-v2", campaign, setup, len(given), *sum(by_seat, ()))
    def answer(self, stream, roll, by_question=True):  # its faces; of a draw by lot the place of who is drawn
        dice, text, lots = roll["dice"], roll["question"], at(roll, "record", "asked", "lots")
        key, head = self.act_key, ("adjutant-die-v1", self.campaign, stream, roll.get("number"), text)
        if by_question:
            asked = bytes.fromhex(sha("adjutant-question-v2", self.campaign, stream, text))
            if lots:
                drawn = [keyed(self.question_key, "adjutant-lot-v2", asked, name) for name in lots]
                return [1 + drawn.index(min(drawn))]
            key, head = self.question_key, ("adjutant-die-v2", asked)
        words = words_of(key, head)
        face = lambda sides: sides and next(face for face in (reduce(word, sides) for word in words) if face)
        faces = [face(sides) for sides in dice]
        while roll.get("opposed") and faces[-2] == faces[-1] and max(dice) > 1:
            faces += [face(sides) for sides in dice]
        return faces
class Twice(ValueError): "An object has this key twice: readers differ in which of the two they take."
def fields(pairs):
    keys = set()
    for key, _ in pairs:
        if key in keys:
            raise Twice(key)
        keys.add(key)
    return dict(pairs)
# A text; no JSON, as half a pair of surrogates, or all from a text without an end; a number; a bracket.
TOKEN = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:[^u]|u(?![dD][89a-fA-F])|u[dD][89abAB]..\\u[dD][c-fC-F]..))*"'
                   r'|("(?:[^"\\\x00-\x1f]|\\.)*(?:"|(?s:.*))|NaN|-?Infinity)'
                   r'|(-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|[][{}]')
def load(text):  # what other readers refuse becomes a mark that Python's refuses too, and names its line
    depth = 0
    def token(found):
        nonlocal depth
        depth += (found[0] in "[{") - (found[0] in "]}")
        return "?" if found[1] or depth > 127 or found[2] and math.isinf(float(found[2])) else found[0]
    return json.loads(TOKEN.sub(token, text), object_pairs_hook=fields,
                      parse_int=lambda digits: -0.0 if digits == "-0" else int(digits))
def body_of(part):  # the body; None where it is withheld, and a text where it is no object
    try:
        body = part["body"] and load(part["body"])
    except (ValueError, RecursionError):
        body = "no JSON"
    return body if isinstance(body, dict) or part["body"] is None else "no object"
SIDE = "side-([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])"
TEXTS = {
    "text": ("(?s:.*)", ""),
    "digest": ("[0-9a-f]{64}", "must be 64 lower-case hexadecimal digits"),
    "signature": ("[0-9a-f]{2176}", ""),
    "lineage": ("[0-9a-f]{32}", "must be 32 lower-case hexadecimal digits"),
    "bytes": ("([0-9a-f]{2})*", "must be bytes in lower-case hexadecimal digits"),
    "stream": ("public|umpire|" + SIDE, "must be a stream: public, side-0 to side-255, or umpire"),
    "seat": ("umpire|spectator|clock|" + SIDE, ""),
    "campaign": ("[A-Za-z0-9_-]{1,64}",
                 "must be a campaign name: 1 to 64 letters a-z or A-Z, digits, '-' or '_'"),
    "kind": ("seat|umpire|final|move", "must be a kind of file: seat, umpire, final or move"),
    "origin": ("server|table|ruling", "must be an origin: server, table or ruling")}
# A form is a dict of fields, [element], (form or null,), a range of numbers, or the name of a text. Where it
# is not closed, other fields may stand beside those of the form, and a missing one is null.
def shape(value, form, place, faults, closed=True):
    fault = lambda sentence: faults.append((place, sentence))
    if isinstance(form, tuple):
        return None if value is None else shape(value, form[0], place, faults, closed)
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return fault("must be an object")
        at = {key: f"{place}.{key}" if place else key for key in [*form, *value]}
        faults.extend((at[key], "is missing") for key in form if closed and key not in value)
        faults.extend((at[key], "is unknown") for key in value if closed and key not in form)
        for key in form:
            if key in value or not closed:
                shape(value.get(key), form[key], at[key], faults, closed)
    elif isinstance(form, list):
        if not isinstance(value, list):
            return fault("must be a list")
        for n, element in enumerate(value):
            shape(element, form[0], f"{place}[{n}]", faults, closed)
    elif isinstance(form, range):
        if form == range(2) and type(value) is int and value in U64 and value > 1:
            fault(f"is {value}, newer than 1; use a newer program")
        elif type(value) is not int or value not in form:
            fault(f"must be a whole number from {form[0]} to {form[-1]}")
    elif not isinstance(value, str):
        fault("must be a text")
    elif not re.fullmatch(TEXTS[form][0], value):
        fault(TEXTS[form][1])
def at(value, *keys):  # what stands at a place within objects; None where nothing does
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
def has_form(value, form):  # whether a part of a body has a form
    shape(value, form, "", faults := [], closed=False)
    return not faults
LINK = {"number": U64, "lineage": "lineage", "branch": U32,
        "parts": [{"stream": "stream", "number": U64}], "hash": "digest"}
PART = {"number": U64, "nonce": ("digest",), "body": ("text",), "commitment": "digest", "hash": "digest"}
FILE = {"format": "text", "version": range(2), "kind": "kind", "says": "text",
        "manifest": {"campaign": "campaign", "created_at": U64, "dice_commitment": "digest",
                     "format": range(2), "rules_version": "text", "setup_digest": "digest",
                     "sides": ["text"], "system": "text", "title": "text"},
        "genesis": "digest", "contributions": [{"seat": "text", "text": "text"}],
        "streams": [{"name": "stream", "head": "digest", "parts": [PART]}]}
WITH_MASTER = {"setup": "text", "master": [LINK], "master_head": "digest"}
def file_shape(file, faults):
    if not isinstance(file, dict):
        return faults.append(("file", "must be an object"))
    if file.get("format") != "adjutant-bundle":
        return faults.append(("format", 'must be "adjutant-bundle": this is no campaign file'))
    version = file.get("version")
    if not has_form(version, range(1, 2**64)):
        return faults.append(("version", "must be 1"))
    if version > 1:
        return faults.append(("version", f"is {version}, newer than 1; use a newer program"))
    if "kind" not in file:
        return faults.append(("kind", "is missing"))
    shape(file["kind"], "kind", "kind", faults)
    if not faults:
        has_master, has_secret = KINDS[file["kind"]][:2]
        form = FILE | (WITH_MASTER if has_master else {}) | ({"dice_secret": "digest"} if has_secret else {})
        shape(file, form, "", faults)
ASKED = {"rule": "text", "occasion": "text", "side": (U64,), "nth": U64}
ROLL = {"number": (U64,), "question": "text", "dice": [U16], "faces": [U16], "origin": "origin"}
HEAD = {"at": I64, "kind": "text", "seat": "seat", "by": "seat"}
RECORD = {"faces": [U16], "modifiers": [{"amount": I32}], "total": I32, "origin": ("text",),
          "chart": ({"bands": [{"band": "text"}], "hit": U64},)}
DIE = {"d": {"sides": U64}, "sum": {"n": range(256), "sides": U16}, "high-roll": {"sides": U16},
       "hits": {"n": range(256), "sides": U16, "from": U16}}
PLEDGE, WORDS = {"digest": "digest"}, {"bytes": "digest", "signature": ("signature",)}
SEAL = {"slot": "text", "side": "text", "digest": "digest"}
OPENING = {"slot": "text", "side": "text", "payload": "text", "nonce": "bytes"}
def is_roll(roll):
    lots, opposed = at(roll, "record", "asked", "lots"), at(roll, "opposed")
    return has_form(roll, ROLL) and has_form(lots, (["text"],)) and type(opposed) in (bool, type(None))
def asked_in(roll):  # the question's identity as the roll's record tells it; None where it tells none
    asked = at(roll, "record", "asked")
    subjects = [at(asked, "known_as"), at(asked, "subject"), ""]
    subject = next(subject for subject in subjects if subject is not None)
    if not has_form(asked, ASKED) or not isinstance(subject, str):
        return None
    side = "-" if asked.get("side") is None else asked["side"]
    return f"{asked['rule']}/{asked['occasion']}/{side}/{asked['nth']}/{subject}"
def fits(roll):  # whether its dice can show its faces; opposed dice are thrown again until they differ
    dice, faces, n = roll["dice"], roll["faces"], len(roll["dice"])
    if roll["origin"] == "ruling" or n == 0:
        return roll["origin"] == "ruling" and n == 0 and len(faces) == 1
    ties = [one == other for one, other in zip(faces[::2], faces[1::2])]
    once = n == 2 and ties.count(False) == 1 and not ties[-1] if roll.get("opposed") else len(faces) == n
    return once and len(faces) % n == 0 and all(1 <= f <= dice[i % n] for i, f in enumerate(faces))
def holds(band, total):  # whether a printed band holds a total: 3, 3–4, 7 or more, 2 or less, any
    number = "(0|-?[1-9][0-9]{0,9})"
    found = re.fullmatch(f"{number}(?:–{number}| or (more|less))?", band, re.ASCII)
    if not found:
        return band == "any"
    first, last, beyond = int(found[1]), int(found[2] or found[1]), found[3]
    within = (beyond == "less" or first <= total) and (beyond == "more" or total <= last)
    return first in I32 and last in I32 and within
# ---- the chains ---------------------------------------------------------------------------------
def check_chains(file, fault):
    kind, manifest, here = file["kind"], file["manifest"], [stream["name"] for stream in file["streams"]]
    side = here[1] if kind == "seat" and len(here) > 1 else None
    says = KINDS[kind][2].replace("{side}", f" and {side}" if side else "")
    says = says.replace("{who}", "this seat" if side else "everybody")
    canonical = json.dumps(manifest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    genesis, setup = plain_sha(canonical.encode()), plain_sha(file.get("setup", "").encode())
    wrong = say((file["says"] != says, ("says", "is not the sentence of this kind of file")),
                 (manifest["format"] == 0, ("manifest.format", "must be 1")),
                 (file["genesis"] != genesis, ("genesis", "does not follow from the manifest")),
                 ("setup" in file and manifest["setup_digest"] != setup,
                  ("setup", "is not the text whose digest stands in the manifest")),
                 ("dice_secret" in file and not secret_fits(file),
                  ("dice_secret", "is not the one committed in the manifest")))
    all_streams = ["public", *sides_of(manifest), "umpire"]
    seats = here[:1] == ["public"] and len(here) <= 2 and (not side or side in all_streams[1:-1])
    must = ", ".join(all_streams) if kind != "seat" else "public, or public and one side of the manifest"
    right = seats if kind == "seat" else here == all_streams
    for place, sentence in [*wrong, *say((not right, ("streams", "must be " + must)))]:
        fault(place, sentence)
    for stream in file["streams"]:
        check_stream(file, stream, fault)
    if "master" in file:
        check_master(file, fault)
def secret_fits(file):
    return secret_commitment(bytes.fromhex(file["dice_secret"])) == file["manifest"]["dice_commitment"]
def sides_of(manifest): return [f"side-{n}" for n in range(min(len(manifest["sides"]), 256))]
def check_stream(file, stream, fault):
    previous = file["genesis"]
    for position, part in enumerate(stream["parts"], 1):
        place = f"{stream['name']} {position}"
        if part["number"] != position:
            fault(place, f"has number {part['number']}, and {position} comes next")
        if part["nonce"] is not None and part["body"] is not None:
            if part["commitment"] != sha("adjutant-part-v1", bytes.fromhex(part["nonce"]), part["body"]):
                fault(place, "its body is not the one committed")
        elif part["nonce"] is not None or part["body"] is not None:
            fault(place, "body and nonce must be withheld together")
        elif KINDS[file["kind"]][1]:
            fault(place, f"its body is withheld, and a {file['kind']} file shows every body")
        link = bytes.fromhex(previous), stream["name"], part["number"], bytes.fromhex(part["commitment"])
        if part["hash"] != sha("adjutant-link-v1", *link):
            fault(place, "its hash does not follow from the link before it")
        previous = part["hash"]
    if stream["head"] != previous:
        fault(stream["name"], "its head is not the hash of its last part")
def check_master(file, fault):
    hashes = {(s["name"], at): part["hash"] for s in file["streams"] for at, part in enumerate(s["parts"], 1)}
    order = ["public", *[f"side-{n}" for n in range(256)], "umpire"]
    named, previous = {}, file["genesis"]
    for position, link in enumerate(file["master"], 1):
        place, names = f"master {position}", [(name["stream"], name["number"]) for name in link["parts"]]
        ranks = [order.index(stream) for stream, _ in names]
        for sentence in say(
                (link["number"] != position, f"has number {link['number']}, and {position} comes next"),
                (not names, "has no part"),
                (ranks != sorted(set(ranks)), "its parts are not in stream order")):
            fault(place, sentence)
        for stream, number in names:
            following = min(named.get(stream, 0) + 1, U64[-1])
            named[stream] = number
            if number != following:
                fault(place, f"names {stream} {number}, and {stream} {following} comes next")
            if (stream, number) not in hashes:
                fault(place, f"names {stream} {number}, which is not here")
        if all(name in hashes for name in names):
            parts = [field for name in names for field in (name[0], bytes.fromhex(hashes[name]))]
            if link["hash"] != sha("adjutant-master-v1", bytes.fromhex(previous), link["number"],
                                   bytes.fromhex(link["lineage"]), link["branch"], len(names), *parts):
                fault(place, "its hash does not follow from the link before it")
        previous = link["hash"]
    if file["master_head"] != previous:
        fault("master_head", "is not the hash of the last entry")
    for stream in file["streams"]:
        if named.get(stream["name"], 0) < len(stream["parts"]):
            fault(stream["name"], f"no entry names its parts after {named.get(stream['name'], 0)}")
def find_head(file, noted):  # (the lines about a head that was noted, None), or ([], why it is not found)
    begins, cut, ends = re.sub(r"[^\S\x1c-\x1f]", "", noted.replace("...", "…")).partition("…")
    if not cut and not re.fullmatch("[0-9a-f]{32}", begins) and not has_form(begins, "digest"):
        return [], TEXTS["digest"][1]
    if cut and not (re.fullmatch("[0-9a-f]{12,64}", begins) and re.fullmatch("[0-9a-f]{4,64}", ends)):
        return [], "is shortened too much: at least its first 12 and its last 4 digits are needed"
    n, streams = len(begins + ends), file["streams"]
    links = [(part["hash"], f"{s['name']} {part['number']}") for s in streams for part in s["parts"]]
    links += [(link["hash"], f"master {link['number']}") for link in file.get("master", [])]
    for link, place in [(file["genesis"], "the manifest"), *links]:
        if link.startswith(begins) and link.endswith(ends):
            weak = f"the noted head has {n} digits, and a host could prepare two histories that show them"
            return [f"noted head: {place}"] + [f"weaker: {weak}: note 32"] * (n < 32), None
    return [], "is no link of this file: another history, or one that ends earlier"
