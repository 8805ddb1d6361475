#!/usr/bin/env python3
"""Verifies files that hold Adjutant campaigns above and below each other. The second implementation of it.

    python3 tools/verify_joined.py FILE              check such a file; 0 sound, 1 faults, 2 unreadable
Each campaign is verified by itself as verify.py does it, and then where they are joined. The format is told
in crates/ledger/src/joined.rs. Both implementations print the same lines."""
import collections, json, pathlib, re, signal, sys
sys.dont_write_bytecode = True  # leaves no folder of compiled files beside this one
from verify import UNSEEN, body_of, verify
from verify_format import U64, Twice, at, file_shape, load

FORMAT = "adjutant-joined-bundle"
ACTS = ("command", "answered", "undone", "corrected")
Told = collections.namedtuple("Told", "number public body master")

def head_faults(file):
    """What is wrong with the file around its campaigns."""
    if not isinstance(file, dict):
        return [("file", "must be an object")]
    faults = [(key, "is unknown") for key in file if key not in ("format", "version", "files")]
    if file.get("format") != FORMAT:
        faults.append(("format", f'must be "{FORMAT}"'))
    version = file.get("version")
    if type(version) is not int or version not in U64 or version < 1:
        faults.append(("version", "must be 1"))
    elif version > 1:
        faults.append(("version", f"is {version}, newer than 1; use a newer program"))
    if not faults and not (isinstance(file.get("files"), list) and file["files"]):
        faults.append(("files", "must be a list of campaign files"))
    return faults

def read(text):
    """The campaigns of a file, or what is wrong with its shape."""
    try:
        file = load(text)
    except Twice as twice:
        key = json.dumps(str(twice), ensure_ascii=False)
        return [], [("file", f"has the key {key} twice in one object")]
    except (ValueError, RecursionError) as error:
        return [], [("file", f"is not JSON (line {getattr(error, 'lineno', 1)})")]
    faults = head_faults(file)
    for n, campaign in enumerate([] if faults else file["files"]):
        file_shape(campaign, found := [])
        faults += [(f"files[{n}].{place}", sentence) for place, sentence in found]
    return [] if faults else file["files"], faults

# ---- what campaigns say of each other ---------------------------------------------------------------

def stream(file, name):
    return next((one["parts"] for one in file["streams"] if one["name"] == name), [])

def object_of(part):  # the body; None where it is withheld or is no object
    body = body_of(part)
    return body if isinstance(body, dict) else None

def text(body, *keys):
    found = at(body, *keys)
    return found if isinstance(found, str) else None

def told(file, kind):
    """The public entries of a kind whose body is there."""
    for part in stream(file, "public"):
        body = object_of(part)
        if body is not None and body.get("kind") == kind:
            yield Told(part["number"], part["hash"], body, master(file, part["number"]))

def master(file, number):
    """The hash in the master chain of an entry that everyone reads, and what the umpire's part of it says."""
    def of(link, name):
        return next((part["number"] for part in link["parts"] if part["stream"] == name), None)
    link = next((link for link in file.get("master", []) if of(link, "public") == number), None)
    if link is None:
        return None
    parts = (part for part in stream(file, "umpire") if part["number"] == of(link, "umpire"))
    part = next(parts, None)
    return link["hash"], part and object_of(part)

def names(entry, other, *path):
    """Whether an entry names another one by its public hash, and where the files have the master chains, the
    umpire's part of it by that hash."""
    both = entry.master and other.master
    whole = not both or text(entry.master[1], *path) == other.master[0]
    return text(entry.body, *path) == other.public and whole

def corrections(file):
    """Number, place and hash in the master chain, and course of each correction in the umpire's parts."""
    umpires = {part["number"]: part for part in stream(file, "umpire")}
    for link in file.get("master", []):
        number = next((part["number"] for part in link["parts"] if part["stream"] == "umpire"), None)
        body = object_of(umpires[number]) if number in umpires else None
        if body is not None and body.get("kind") == "corrected":
            yield number, link["number"], link["hash"], at(body, "course")

def place_of(file, entry):  # where an entry that everyone reads stands in the master order
    links = (link["number"] for link in file.get("master", []) for part in link["parts"]
             if (part["stream"], part["number"]) == ("public", entry.number))
    return next(links, None)

def first_of(course):  # the first entry in whose place something stands
    steps = at(course, "steps")
    found = [at(step, "entry") for step in (steps if isinstance(steps, list) else [])]
    return min((n for n in found if type(n) is int and n in U64), default=None)

def is_engines(entry):  # whether the engine gave it in the umpire's place
    return text(entry.body, "by") == "clock"

def standing(file, slot, before):
    """What each side has said of closing a table, as it stands before an entry."""
    said = {}
    for entry in told(file, "closing-said"):
        if entry.number >= before or text(entry.body, "said", "slot") != slot:
            continue
        word = at(entry.body, "said", "word")
        if word == "no":
            said.clear()
        else:
            side = text(entry.body, "seat") or ""
            said[side] = (word, at(entry.body, "said", "at"), entry.body.get("reason"))
    return said

def is_whole(file):  # whether no public body is withheld
    return all(part["body"] is not None for part in stream(file, "public"))

def share(file):  # those of a table and of all below it are the same seat's
    return file["kind"], [one["name"] for one in file["streams"]]

def opens(file, campaign):
    return any(text(entry.body, "below", "campaign") == campaign for entry in told(file, "table-opened"))

class Joints:
    """What is found where campaigns are joined."""
    def __init__(self, files):
        self.files, self.facts, self.faults = files, [], []
        for n, file in enumerate(files):
            campaign, before = file["manifest"]["campaign"], files[:n]
            above = sum(opens(other, campaign) for other in before)
            twice = any(other["manifest"]["campaign"] == campaign for other in before)
            self.unless(not twice, n, "manifest.campaign", "stands in a file before it")
            self.unless(n == 0 or above == 1, n, "manifest.campaign", "is opened by no file before it")
            self.unless(share(file) == share(files[0]), n, "kind",
                        "is of another kind, or for another seat, than the first file")
            tables = [*told(file, "table-opened")]
            closed = [*told(file, "table-closed")]
            self.once(n, file, tables, closed)
            self.reach(n, file, tables, closed)
            self.agreed(n, file, closed)
            for opened in tables:
                self.table(n, file, opened)

    def unless(self, right, n, place, sentence):
        if not right:
            self.faults.append((f"files[{n}].{place}", sentence))

    def once(self, n, file, tables, closed):
        """A table is closed once, after it was opened, and what came of a table goes up once."""
        for end in closed:
            slot, place = text(end.body, "closed", "slot"), f"public {end.number}"
            def before(those, key):
                return any(one.number < end.number and text(one.body, key, "slot") == slot for one in those)
            self.unless(before(tables, "below") or not is_whole(file), n, place,
                        "closes a table that was not opened")
            self.unless(not before(closed, "closed"), n, place, "closes a table that was closed")
        for handed in [*told(file, "handed-up")][1:]:
            self.unless(False, n, f"public {handed.number}", "hands up what came of it once more")

    def table(self, n, file, opened):
        """A table that a file opens."""
        slot = text(opened.body, "below", "slot") or ""
        campaign = text(opened.body, "below", "campaign") or ""
        place = f"public {opened.number}"
        found = ((m, one) for m, one in enumerate(self.files) if one["manifest"]["campaign"] == campaign)
        m, below = next(found, (None, None))
        if below is None:
            return self.facts.append(f"{slot}: campaign {campaign} is not in this file")
        self.unless(text(opened.body, "below", "manifest") == below["genesis"], n, place,
                    "opens a table that begins from another manifest")
        begins = next(told(below, "laid-out"), None)
        above = at(begins and begins.body, "above") or {}
        same = (text(above, "campaign"), text(above, "slot")) == (file["manifest"]["campaign"], slot)
        self.unless(same and names(begins, opened, "above", "opened"), n, place,
                    "opens a table that does not name this entry as the one that opened it")
        ends = (entry for entry in told(file, "table-closed") if text(entry.body, "closed", "slot") == slot)
        handed = next(told(below, "handed-up"), None)
        self.corrected(slot, (n, file), (m, below), handed)
        end = next(ends, None)
        self.agreed_to(n, file, below, end, handed)
        ended = self.end(n, file, slot, end, handed)
        self.facts.append(f"{slot}: campaign {campaign} {ended}")

    def reach(self, n, file, tables, closed):
        """No correction reaches back to where a table below was opened or closed, but together with one."""
        touched = [place_of(file, entry) for entry in tables]
        for entry in closed:  # the command that takes it in comes next
            there = place_of(file, entry)
            touched.append(there and there + (at(entry.body, "closed", "broken_off") is not True))
        for number, master, _, course in corrections(file):
            last = max((there for there in touched if there and there < master), default=None)
            first, below = first_of(course), at(course, "below")
            reaches = None not in (first, last) and first <= last
            self.unless(not reaches or isinstance(below, dict) and below, n, f"umpire {number}",
                        "changes what a table below rests on, and names none that is corrected with it")

    def agreed(self, n, file, closed):
        """What the engine closes in the umpire's place, all sides have closed."""
        for end in filter(is_engines, closed):
            said = standing(file, text(end.body, "closed", "slot") or "", end.number)
            broken_off = at(end.body, "closed", "broken_off") is True
            first = next(iter(said.values()), None)
            n_sides = len(file["manifest"]["sides"])
            same = len(said) == n_sides and all(word == first for word in said.values())
            fits = first is not None and first[0] == ("break-off" if broken_off else "take-in")
            fits = fits and (not broken_off or first[2] == end.body.get("reason"))
            self.unless(not is_whole(file) or same and fits, n, f"public {end.number}",
                        "closes a table to which not all sides have said so")

    def agreed_to(self, n, file, below, closed, handed):
        """What was handed up is what the sides agreed to: nothing was done there after they had said so."""
        if closed is None or handed is None:
            return
        place = f"public {closed.number}"
        self.unless(is_engines(closed) == is_engines(handed), n, place,
                    "closes a table that another seat has handed up")
        broken_off = at(closed.body, "closed", "broken_off") is True
        if not is_engines(closed) or broken_off or not is_whole(below):
            return
        acted = None
        for part in stream(below, "public"):
            if part["number"] < handed.number and text(object_of(part), "kind") in ACTS:
                acted = part["hash"]
        said = standing(file, text(closed.body, "closed", "slot") or "", closed.number)
        self.unless(all(word[1] == acted for word in said.values()), n, place,
                    "closes a table at which something was done after the sides had said so")

    def corrected(self, slot, upper, lower, handed):
        """The corrections of a table since it handed up are those that the ones above name, one for one."""
        (n, file), (m, below) = upper, lower
        if "master" not in file or "master" not in below:
            return
        up = handed and place_of(below, handed)
        named = [(number, text(course, "below", slot)) for number, _, _, course in corrections(file)]
        named = [(number, entry) for number, entry in named if entry is not None]
        made = [(number, entry) for number, there, entry, _ in corrections(below) if up and there > up]
        for nth, (number, entry) in enumerate(made):
            self.unless(nth < len(named) and named[nth][1] == entry, m, f"umpire {number}",
                        "corrects what was handed up, and the table above does not name it so")
        for number, _ in named[len(made):]:
            self.unless(False, n, f"umpire {number}", f"names a correction of {slot} that is not there")

    def end(self, n, file, slot, closed, handed):
        """How a table below ended, as both files tell it."""
        if closed is None and handed is None:
            return "is open"
        if closed is None:
            self.unless(not is_whole(file), n, "streams",
                        f"{slot} has handed up what came of it, and is not closed here")
            return "has handed up what came of it"
        said = closed.body.get("closed")
        broken_off = at(closed.body, "closed", "broken_off") is True
        without = broken_off and not (isinstance(said, dict) and "handed" in said)
        same = handed is not None and names(closed, handed, "closed", "handed")
        same = same and broken_off == (handed.body.get("broken_off") is True)
        self.unless(without and handed is None or same, n, f"public {closed.number}",
                    "closes a table that did not hand up what came of it so")
        return "was broken off" if broken_off else "was taken in"

def escaped(line):
    code = lambda found: re.sub("(....)", r"\\u\1", found[0].encode("utf-16-be").hex())
    return re.sub(UNSEEN, code, line)

def verify_joined(whole):
    """The report's lines, and how many faults there are."""
    files, faults = read(whole)
    if faults:
        return [escaped(f"fault: {place}: {sentence}") for place, sentence in faults], len(faults)
    lines, n_faults = [], 0
    for n, file in enumerate(files, 1):
        said, found = verify(json.dumps(file))
        lines += [f"file {n} of {len(files)}", *said]
        n_faults += found
    joints = Joints(files)
    n_faults += len(joints.faults)
    lines += [f"joined: {fact}" for fact in joints.facts]
    lines += [f"fault: {place}: {sentence}" for place, sentence in joints.faults]
    lines.append("result of all: " + {0: "sound", 1: "1 fault"}.get(n_faults, f"{n_faults} faults"))
    return [escaped(line) for line in lines], n_faults

def main(arguments):
    if len(arguments) != 1:
        return print(__doc__, file=sys.stderr) or 2
    try:
        lines, n_faults = verify_joined(pathlib.Path(arguments[0]).read_bytes().decode())
    except (OSError, UnicodeDecodeError) as error:
        return print(f"{arguments[0]} cannot be read: {error}", file=sys.stderr) or 2
    signal.signal(getattr(signal, "SIGPIPE", signal.SIGINT), signal.SIG_DFL)  # whoever reads may stop
    sys.stdout.buffer.write("".join(line + "\n" for line in lines).encode())
    return 1 if n_faults else 0

if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
