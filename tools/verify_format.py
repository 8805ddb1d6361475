"""The format of Adjutant campaign files: what is hashed how, and which fields a file has."""
import hashlib, hmac, json, re

U16, U32, U64 = 2**16 - 1, 2**32 - 1, 2**64 - 1
AT_END = "nor that the whole history was not written anew or cut off, unless a head noted earlier is in it"
KINDS = {  # kind: (has master, has secret, says, proves, does not prove)
    "seat": (False, False, "The public stream{side}: what {who} may see, and nothing else.",
             "content and order within these streams; sealed choices opened here are those that were sealed",
             "the dice, other streams, the order between streams; " + AT_END),
    "umpire": (True, False, "All streams and the master chain, without the dice secret: for the umpire "
               "while the campaign runs.",
               "content and order of all streams; opened choices are those that were sealed",
               "the dice; " + AT_END),
    "final": (True, True, "All streams, the master chain and the dice secret: for everybody, when the "
              "campaign is over.",
              "content and order of all streams; opened choices are those that were sealed; every keyed roll",
              "dice thrown at a table; " + AT_END),
    "move": (True, True, "PRIVATE: all streams, the master chain and the dice secret of a campaign that goes "
             "on elsewhere. Whoever reads this file knows every secret and every die to come.",
             "content and order of all streams; opened choices are those that were sealed; every keyed roll",
             "dice thrown at a table; " + AT_END)}

# ---- what is hashed -----------------------------------------------------------------------------

def encode(*fields):
    """Texts and bytes with their length before them, numbers as 8 bytes, all big endian."""
    out = b""
    for field in fields:
        raw = field.encode() if isinstance(field, str) else field
        out += raw.to_bytes(8, "big") if isinstance(field, int) else len(raw).to_bytes(8, "big") + raw
    return out

def sha(data):
    return hashlib.sha256(data).hexdigest()

def keyed(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()

def secret_commitment(secret):
    return sha(b"adjutant-secret-v1\n" + secret)

def dice_key(secret, campaign, contributions):
    given = [text for one in contributions for text in (one["seat"], one["text"])]
    return keyed(secret, encode("adjutant-key-v1", campaign, len(contributions), *given))

def question_key(secret, manifest, contributions):
    given = [text for one in sorted(contributions, key=lambda one: one["seat"].encode())
             for text in (one["seat"], one["text"])]
    return keyed(secret, encode("adjutant-key-v2", manifest["campaign"], bytes.fromhex(manifest["setup_digest"]),
                                len(contributions), *given))

def question(campaign, stream, text):
    return hashlib.sha256(encode("adjutant-question-v2", campaign, stream, text)).digest()

def lot(key, asked, names):
    words = [keyed(key, encode("adjutant-lot-v2", asked, name)) for name in names]
    return 1 + words.index(min(words))

def reduce(word, sides):
    return 1 + word % sides if word < 2**64 // sides * sides else None

def face_stream(key, head):
    """A function that gives the next face of a die of so many sides; head is the message but for the block's number."""
    def words():
        block = 0
        while True:
            raw = keyed(key, head + encode(block))
            yield from (int.from_bytes(raw[n:n + 8], "big") for n in range(0, 32, 8))
            block += 1
    source = words()
    def face(sides):
        return 0 if sides == 0 else next(f for f in (reduce(w, sides) for w in source) if f)
    return face

def head_by_act(campaign, stream, number, text):
    return encode("adjutant-die-v1", campaign, stream, number, text)

def head_by_question(asked):
    return encode("adjutant-die-v2", asked)

def throw(key, head, dice, opposed):
    face = face_stream(key, head)
    faces = [face(sides) for sides in dice]
    while opposed and faces[-2] == faces[-1] and max(dice) > 1:
        faces += [face(sides) for sides in dice]
    return faces

def seal_digest(campaign, slot, side, payload, nonce):
    return sha(encode("adjutant-seal-v1", campaign, slot, side, payload, nonce))

# ---- the shape of a file ------------------------------------------------------------------------

def whole(value, most):
    return type(value) is int and 0 <= value <= most

def no_constant(name):
    raise ValueError(name + " is no JSON")

class Twice(Exception):
    """An object has this key twice: readers differ in which of the two they take."""

def fields(pairs):
    keys = set()
    for key, _ in pairs:
        if key in keys:
            raise Twice(key)
        keys.add(key)
    return dict(pairs)

def load(text):
    return json.loads(text, parse_constant=no_constant, object_pairs_hook=fields,
                      parse_int=lambda digits: -0.0 if digits == "-0" else int(digits))

def is_stream(text):
    side = re.fullmatch(r"side-(0|[1-9][0-9]{0,2})", text, re.ASCII)
    return text in ("public", "umpire") or bool(side and int(side[1]) < 256)

NAMED = {
    "digest": (lambda t: re.fullmatch("[0-9a-f]{64}", t), "must be 64 lower-case hexadecimal digits"),
    "lineage": (lambda t: re.fullmatch("[0-9a-f]{32}", t), "must be 32 lower-case hexadecimal digits"),
    "stream": (is_stream, "must be a stream: public, side-0 to side-255, or umpire"),
    "campaign": (lambda t: re.fullmatch("[A-Za-z0-9_-]{1,64}", t),
                 "must be a campaign name: 1 to 64 letters a-z or A-Z, digits, '-' or '_'"),
    "kind": (lambda t: t in KINDS, "must be a kind of file: seat, umpire, final or move"),
    "text": (lambda t: True, "")}
PART = {"number": U64, "nonce": ("digest",), "body": ("text",), "commitment": "digest", "hash": "digest"}
LINK = {"number": U64, "lineage": "lineage", "branch": U32,
        "parts": [{"stream": "stream", "number": U64}], "hash": "digest"}
MANIFEST = {"campaign": "campaign", "created_at": U64, "dice_commitment": "digest", "format": 1,
            "rules_version": "text", "setup_digest": "digest", "sides": ["text"], "system": "text",
            "title": "text"}

def shape(value, form, place, faults):
    """A form is a dict of fields, [element], (form or null,), a largest number, or a name."""
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return faults.append((place, "must be an object"))
        at = {key: place + "." + key if place else key for key in [*form, *value]}
        faults.extend((at[key], "is missing") for key in form if key not in value)
        faults.extend((at[key], "is unknown") for key in value if key not in form)
        for key in form:
            if key in value:
                shape(value[key], form[key], at[key], faults)
    elif isinstance(form, list):
        if not isinstance(value, list):
            return faults.append((place, "must be a list"))
        for n, element in enumerate(value):
            shape(element, form[0], f"{place}[{n}]", faults)
    elif isinstance(form, tuple):
        if value is not None:
            shape(value, form[0], place, faults)
    elif isinstance(form, int):
        if not whole(value, form):
            faults.append((place, f"must be a whole number from 0 to {form}"))
    elif not isinstance(value, str):
        faults.append((place, "must be a text"))
    elif not NAMED[form][0](value):
        faults.append((place, NAMED[form][1]))

def file_shape(file, faults):
    if not isinstance(file, dict):
        return faults.append(("file", "must be an object"))
    if file.get("format") != "adjutant-bundle":
        return faults.append(("format", 'must be "adjutant-bundle": this is no campaign file'))
    version = file.get("version")
    if not whole(version, U64) or version < 1:
        return faults.append(("version", "must be 1"))
    if version > 1:
        return faults.append(("version", f"is {version}, newer than 1; use a newer program"))
    if "kind" not in file:
        return faults.append(("kind", "is missing"))
    shape(file["kind"], "kind", "kind", faults)
    if faults:
        return
    form = {"format": "text", "version": 1, "kind": "kind", "says": "text", "manifest": MANIFEST,
            "genesis": "digest", "contributions": [{"seat": "text", "text": "text"}],
            "streams": [{"name": "stream", "head": "digest", "parts": [PART]}]}
    has_master, has_secret = KINDS[file["kind"]][:2]
    form |= {"setup": "text", "master": [LINK], "master_head": "digest"} if has_master else {}
    form |= {"dice_secret": "digest"} if has_secret else {}
    shape(file, form, "", faults)

# ---- the fields of a body that can be checked -----------------------------------------------------

def has_form(value, form):
    faults = []
    shape({key: value.get(key) for key in form} if isinstance(value, dict) else value, form, "", faults)
    return not faults

ROLL = {"number": (U64,), "question": "text", "dice": [U16], "faces": [U16], "origin": "text"}
SEAL = {"slot": "text", "side": "text", "digest": "digest"}
OPENING = {"slot": "text", "side": "text", "payload": "text", "nonce": "text"}

def is_roll(roll):
    return (has_form(roll, ROLL) and roll["origin"] in ("server", "table", "ruling")
            and type(roll.get("opposed") or False) is bool and isinstance(lots_in(roll), list)
            and all(isinstance(name, str) for name in lots_in(roll)))

def asked_in(roll):
    """The question's identity as the roll's record tells it; None where it tells none."""
    asked = roll["record"].get("asked") if isinstance(roll.get("record"), dict) else None
    asked = asked if isinstance(asked, dict) else {}
    side = "-" if asked.get("side") is None else asked["side"]
    subject = next((asked[key] for key in ("known_as", "subject") if asked.get(key) is not None), "")
    texts = [asked.get("rule"), asked.get("occasion"), subject]
    if not all(isinstance(text, str) for text in texts) or not whole(asked.get("nth"), U64):
        return None
    if side != "-" and not whole(side, U64):
        return None
    return f"{asked['rule']}/{asked['occasion']}/{side}/{asked['nth']}/{subject}"

def lots_in(roll):
    asked = roll["record"].get("asked") if isinstance(roll.get("record"), dict) else None
    lots = asked.get("lots") if isinstance(asked, dict) else None
    return [] if lots is None else lots

def is_opening(opening):
    return has_form(opening, OPENING) and re.fullmatch("([0-9a-f]{2})*", opening["nonce"])

def fits(roll):
    dice, faces, n = roll["dice"], roll["faces"], len(roll["dice"])
    if roll["origin"] == "ruling":
        return n == 0 and len(faces) == 1
    if n == 0 or len(faces) % n or not all(1 <= f <= dice[i % n] for i, f in enumerate(faces)):
        return False
    if not roll.get("opposed"):
        return len(faces) == n
    ties = [one == other for one, other in zip(faces[::2], faces[1::2])]
    return n == 2 and bool(faces) and all(ties[:-1]) and not ties[-1]

# ---- words of the sides at the start ------------------------------------------------------------

HANDS = {"device": (0, "by its own device"), "program": (1, "by its own device"),
         "umpire": (2, "by the umpire's device"), "host": (3, "by the host")}

class Words:
    """Each side's words are fixed by a digest before any is opened; which of them made the dice, and by whose hand."""

    def __init__(self, manifest):
        self.campaign, self.sides = manifest["campaign"], [f"side-{n}" for n in range(min(len(manifest["sides"]), 256))]
        self.pledged, self.opened, self.typed, self.dice_open, self.unsure = {}, {}, set(), False, False

    def read(self, body, given, key):
        value, seat = given.get(key) if isinstance(given, dict) else None, body.get("seat")
        right = isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) and seat in self.sides
        if not right or not isinstance(given.get("hand"), str) or given["hand"] not in HANDS:
            return None
        hand = HANDS[given["hand"]]
        return seat, value, hand if body.get("by") == seat else max(hand, HANDS["umpire"])

    def body(self, body, fault):
        """Reads one public body, and gives what it adds to the dice."""
        given, kind = body.get("contribution"), body.get("kind")
        if isinstance(given, dict) and isinstance(given.get("seat"), str):
            self.typed.add(given["seat"])
        for key, inner, says in (("pledge", "digest", "a digest of words"), ("words", "bytes", "words")):
            if body.get(key) is None:
                continue
            read = self.read(body, body[key], inner)
            if read is None:
                fault("is not written as " + says)
            elif self.dice_open:
                fault("holds words that came after the dice were open")
            elif key == "pledge":
                if self.opened:
                    fault("gives a digest after words had been opened")
                self.pledged[read[0]] = read[1:]
            else:
                digest = sha(encode("adjutant-words-v1", self.campaign, read[0], bytes.fromhex(read[1])))
                if self.pledged.get(read[0], [None])[0] != digest and not self.unsure:
                    fault("opens words that its digest did not fix")
                if len(self.pledged) < len(self.sides) and not self.unsure:
                    fault("opens words before all digests stood")
                self.opened[read[0]] = read[1:]
        if kind == "renewed" and not self.dice_open:
            self.pledged, self.opened = {}, {}
        if kind == "dice-opened" and not self.dice_open:
            self.dice_open = True
            return [{"seat": seat, "text": self.opened[seat][0]} for seat in self.sides if seat in self.opened]
        return []

    def line(self):
        def one(seat):
            if seat in self.opened:
                hands = [given[seat][1] for given in (self.opened, self.pledged) if seat in given]
                return f"{seat} {max(hands)[1]}"
            return f"{seat} typed" if seat in self.typed else f"without {seat}"
        return "words: " + (", ".join(map(one, self.sides)) if self.dice_open else "the dice are not open")

# ---- the record of a roll, which pages show -------------------------------------------------------

def rules_of(text):
    """System and version of a text like pickets/3."""
    found = re.fullmatch(r"(.*)/([0-9]{1,9})", text, re.ASCII | re.DOTALL) if isinstance(text, str) else None
    return found and (found[1], int(found[2]))

def small(value):
    return type(value) is int and -2**31 <= value < 2**31

def numbers(value, *keys):
    return [value[key] for key in keys] if all(whole(value.get(key), U16) for key in keys) else None

def die_of(value):
    """(dice, opposed, figure of faces), or None for what is no die."""
    if value is None:
        return [], False, None
    if not isinstance(value, dict) or len(value) != 1:
        return None
    (kind, told), = value.items()
    if kind == "d":
        return ([told], False, sum) if whole(told, U64) else None
    told = told if isinstance(told, dict) else {}
    n, sides = told.get("n"), numbers(told, "sides")
    if kind == "high-roll" and sides:
        return sides * 2, True, lambda faces: 1 + (len(faces) == 2 and faces[1] > faces[0])
    if not sides or not whole(n, 255):
        return None
    if kind == "sum":
        return sides * n, False, sum
    least = numbers(told, "from")
    return (sides * n, False, lambda faces: sum(f >= least[0] for f in faces)) if kind == "hits" and least else None

def row_of(chart):
    """(the row that is hit as it is printed, or None,), or None for what is no chart."""
    bands = chart.get("bands") if isinstance(chart, dict) else None
    if not isinstance(bands, list) or not whole(chart.get("hit"), U64):
        return None
    if not all(isinstance(one, dict) and isinstance(one.get("band"), str) for one in bands):
        return None
    return (bands[chart["hit"]]["band"] if chart["hit"] < len(bands) else None,)

def holds(band, total):
    """Whether a printed band holds a total: 3, 3–4, 7 or more, 2 or less, any."""
    number = "(0|-?[1-9][0-9]{0,9})"
    for form, check in ((number + " or more", lambda a: a <= total), (number + " or less", lambda a: total <= a),
                        (number + "–" + number, lambda a, b: a <= total <= b), (number, lambda a: a == total)):
        found = re.fullmatch(form, band, re.ASCII)
        if found:
            ends = [int(end) for end in found.groups()]
            return all(small(end) for end in ends) and check(*ends)
    return band == "any"

def record_faults(roll, record):
    """What is wrong with the record of a roll, as sentences."""
    record = record if isinstance(record, dict) else {}
    asked, given, chart = record.get("asked"), record.get("modifiers"), record.get("chart")
    die = die_of(asked["die"]) if isinstance(asked, dict) and "die" in asked else None
    row, origin = chart is not None and row_of(chart), record.get("origin")
    right = (die and isinstance(given, list) and all(isinstance(one, dict) and small(one.get("amount")) for one in given)
             and has_form(record, {"faces": [U16]}) and small(record.get("total"))
             and (origin is None or isinstance(origin, str)) and row is not None)
    if not right:
        return ["its record is not written as one"]
    (dice, opposed, figure), faults, ruling = die, [], roll["origin"] == "ruling"
    if (roll["dice"], roll.get("opposed") or False) != (dice, opposed):
        faults.append("its record names other dice")
    if origin != (None if ruling else roll["origin"]):
        faults.append("its record names another origin")
    shown = [] if ruling else roll["faces"][max(0, len(roll["faces"]) - len(roll["dice"])):]
    if record["faces"] != shown:
        faults.append("its record shows other faces")
    total = figure(shown) if figure else (roll["faces"] or [0])[0]
    total += sum(one["amount"] for one in given)
    if record["total"] != total:
        faults.append(f"its record has the total {record['total']}, and faces and modifiers give {total}")
    if row and not (row[0] is not None and holds(row[0], record["total"])):
        faults.append("its record hits a row that does not hold its total")
    return faults

# ---- the shared test vectors ----------------------------------------------------------------------

def vectors(file):
    """The lines of those vectors that this program computes otherwise."""
    wrong, one = [], file["encoding"]
    def same(name, found, expected):
        if found != expected:
            wrong.append(f"fault: {name}: {found} instead of {expected}")
    same("encoding", encode(one["tag"], one["text"], bytes.fromhex(one["bytes"]), one["number"]).hex(),
         one["encoded"])
    for one in file["reductions"]:
        same(f"reduction {one['word']} to {one['sides']}", reduce(int(one["word"], 16), one["sides"]), one["face"])
    for n, one in enumerate(file["keys"], 1):
        secret = bytes.fromhex(one["secret"])
        key = dice_key(secret, one["campaign"], one["contributions"])
        same(f"key {n} commitment", secret_commitment(secret), one["commitment"])
        same(f"key {n}", key.hex(), one["key"])
        for opposed, rolls in ((False, one["faces"]), (True, one["opposed"])):
            for roll in rolls:
                head = head_by_act(one["campaign"], roll["stream"], roll["number"], roll["question"])
                faces = throw(key, head, roll["dice"], opposed)
                same(f"key {n} {roll['stream']} {roll['number']}", faces, roll["faces"])
        key = question_key(secret, {**one, "setup_digest": one["setup"]}, one["contributions"])
        same(f"question key {n}", key.hex(), one["question_key"])
        for kind, rolls in one["answers"].items():
            for roll in rolls:
                asked = question(one["campaign"], roll["stream"], roll["question"])
                if kind == "lots":
                    same(f"lot {n} {roll['question']}", lot(key, asked, roll["lots"]), roll["face"])
                else:
                    faces = throw(key, head_by_question(asked), roll["dice"], kind == "opposed")
                    same(f"answer {n} {roll['question']}", faces, roll["faces"])
    for n, one in enumerate(file["seals"], 1):
        nonce = bytes.fromhex(one["nonce"])
        same(f"seal {n}", seal_digest(one["campaign"], one["slot"], one["side"], one["payload"], nonce), one["digest"])
    return wrong + [f"result: {len(wrong)} vectors differ"], len(wrong)
