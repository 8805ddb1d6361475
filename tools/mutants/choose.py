#!/usr/bin/env python3
"""Chooses random mutants of the crates, always the same ones for the same sources and seed.

    cargo mutants --workspace --list --json > all.json
    python3 tools/mutants/choose.py all.json 80 18 tools/mutants/passed-over.csv > tools/mutants/list.csv

Each crate gets a share in proportion to its lines of Rust, and two at least. The last file names mutants that do not
compile, one a line: file, line, column and what would be put there. The next of the same crate takes the place of
each."""
import csv, json, pathlib, random, re, sys
AT_LEAST = 2
COLUMNS = ["number", "crate", "kind", "file", "line", "column", "to", "function", "from"]


def lines_of(crate):
    """Lines of Rust under a crate's `src`."""
    return sum(len(path.read_text().splitlines()) for path in pathlib.Path(crate, "src").rglob("*.rs"))


def shares(lines, available, total):
    """How many each crate gives: the least, then one by one to the crate that lacks most of its part."""
    share = {crate: min(AT_LEAST, available[crate]) for crate in lines}
    whole = sum(lines.values())
    while sum(share.values()) < total:
        open_ones = [crate for crate in sorted(lines) if share[crate] < available[crate]]
        neediest = max(open_ones, key=lambda crate: lines[crate] * total / whole - share[crate])
        share[neediest] += 1
    return share


def original(mutant):
    """What stands at the place of a mutant, on one line."""
    start, end = mutant["span"]["start"], mutant["span"]["end"]
    text = pathlib.Path(mutant["file"]).read_text().splitlines()[start["line"] - 1:end["line"]]
    text[-1] = text[-1][:end["column"] - 1]
    text[0] = text[0][start["column"] - 1:]
    return re.sub(r"\s+", " ", " ".join(text))


def row(mutant):
    """A mutant as a row of the list, without its number."""
    name = (mutant.get("function") or {}).get("function_name", "")
    was = original(mutant)
    return [mutant["file"].split("/")[1], mutant["genre"], mutant["file"], str(mutant["span"]["start"]["line"]),
            str(mutant["span"]["start"]["column"]), mutant["replacement"], name, was if len(was) <= 60 else was[:57] + "..."]


def main(path, total, seed, passed_over=None):
    """Prints the chosen mutants as rows."""
    found = [mutant for mutant in json.loads(pathlib.Path(path).read_text()) if mutant["file"].startswith("crates/")]
    of_crate = {}
    for mutant in found:
        of_crate.setdefault(mutant["file"].split("/")[1], []).append(mutant)
    skipped = {tuple(line) for line in csv.reader(open(passed_over))} if passed_over else set()
    lines = {crate: lines_of(f"crates/{crate}") for crate in of_crate}
    share = shares(lines, {crate: len(mutants) for crate, mutants in of_crate.items()}, int(total))
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(COLUMNS)
    number = 0
    for crate in sorted(of_crate):
        key = lambda mutant: (mutant["file"], mutant["span"]["start"]["line"], mutant["span"]["start"]["column"],
                              mutant["genre"], mutant["replacement"])
        order = sorted(of_crate[crate], key=key)
        random.Random(f"{seed} {crate}").shuffle(order)
        rows = [told for told in map(row, order) if tuple(told[2:6]) not in skipped]
        for told in rows[:share[crate]]:
            number += 1
            out.writerow([number, *told])


if __name__ == "__main__":
    main(*sys.argv[1:])
