"""What the bodies of Adjutant campaign files say: the words of the sides, rolls and the records of rolls."""
import re

from verify_format import U16, U64, encode, sha, shape, whole

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
