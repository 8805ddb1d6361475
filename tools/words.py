#!/usr/bin/env python3
"""Words of a side for the dice of an Adjutant campaign, for programs and for players at the command line.

    python3 tools/words.py new KEPT GENESIS SEAT            draw words into the new file KEPT and print their digest
    python3 tools/words.py open KEPT LINK DIGEST DIGEST …   print the words and their signature
GENESIS, LINK and the digests of all sides in their order stand in `dice.devices` of the API. Words are opened for one LINK
with its digests only: the file KEPT.opened remembers them and stands before anything is printed. Keep both files, and let
nobody else read KEPT before the words are open.
"""
import json, os, re, secrets, sys
sys.dont_write_bytecode = True  # leaves no folder of compiled files beside this one
from verify_format import sha


def walk(chain, at, steps):
    for step in range(steps):
        at = sha("adjutant-words-step-v1", chain, step, bytes.fromhex(at))
    return at


def chains(seed, steps):
    return [walk(n, sha("adjutant-words-chain-v1", seed, n), end) for n, end in enumerate(steps)]


def digest(genesis, seat, seed):
    words = bytes.fromhex(sha("adjutant-words-bytes-v1", seed))
    return sha("adjutant-words-v3", genesis, seat, words, *map(bytes.fromhex, chains(seed, [255] * 34)))


def signature(genesis, link, digests, seed):
    named = sum(((f"side-{n}", bytes.fromhex(one)) for n, one in enumerate(digests)), ())
    signed = sha("adjutant-words-set-v1", genesis, bytes.fromhex(link), len(digests), *named)
    steps = bytes.fromhex(signed)
    return "".join(chains(seed, steps + sum(255 - byte for byte in steps).to_bytes(2, "big")))


def keep(path, kept):
    """A new file that is on the disk before this returns; of two programs one alone makes it."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(kept, file)
        file.flush()
        os.fsync(file.fileno())


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def run(what=None, path=None, *given):
    is_digest = lambda text: re.fullmatch("[0-9a-f]{64}", text)
    is_side = lambda text: text in {f"side-{n}" for n in range(256)}
    if what == "new" and len(given) == 2 and is_digest(given[0]) and is_side(given[1]):
        seed = secrets.token_bytes(32)
        keep(path, {"genesis": given[0], "seat": given[1], "seed": seed.hex()})
        return print("digest:", digest(bytes.fromhex(given[0]), given[1], seed))
    if what != "open" or len(given) < 2 or not all(map(is_digest, given)):
        return __doc__
    path = os.path.realpath(path)  # a link to KEPT is KEPT
    try:
        genesis, seat, seed = (read(path)[key] for key in ("genesis", "seat", "seed"))
        genesis, seed = bytes.fromhex(genesis), bytes.fromhex(seed)
    except (KeyError, TypeError):
        return f"{path} holds no words."
    link, *digests = given
    side = int(seat.removeprefix("side-"))
    if digest(genesis, seat, seed) not in digests[side:side + 1]:
        return f"The digest of {path} is not the one of {seat} among these."
    try:
        keep(f"{path}.opened", [*given])
    except FileExistsError:
        if read(f"{path}.opened") != [*given]:
            return f"{path} was opened for others, and would be worth nothing beside a second set."
    print("bytes:", sha("adjutant-words-bytes-v1", seed))
    return print("signature:", signature(genesis, link, digests, seed))


if __name__ == "__main__":
    try:
        sys.exit(run(*sys.argv[1:]))
    except (OSError, ValueError) as fault:
        sys.exit(f"{fault}")
