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

# ---- a head that was noted ------------------------------------------------------------------------

def find_head(file, noted):
    begins, cut, ends = re.sub(r"\s", "", noted.replace("...", "…")).partition("…")
    if not cut and not re.fullmatch("[0-9a-f]{64}", begins):
        return None, NAMED["digest"][1]
    if cut and not (re.fullmatch("[0-9a-f]{12,64}", begins) and re.fullmatch("[0-9a-f]{4,64}", ends)):
        return None, "is shortened too much: at least its first 12 and its last 4 digits are needed"
    links = [(file["genesis"], "the manifest")]
    links += [(part["hash"], f"{s['name']} {part['number']}") for s in file["streams"] for part in s["parts"]]
    links += [(link["hash"], f"master {link['number']}") for link in file.get("master", [])]
    found = next((place for link, place in links if link.startswith(begins) and link.endswith(ends)), None)
    return found, "is no link of this file: another history, or one that ends earlier"

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
