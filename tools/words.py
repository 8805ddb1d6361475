#!/usr/bin/env python3
"""Words of a side for the dice of an Adjutant campaign, for programs and for players at the command line.

    python3 tools/words.py new KEPT GENESIS SEAT       draw words into the new file KEPT and print their digest
    python3 tools/words.py open KEPT DIGEST DIGEST …   print the words and the signature for these digests of all sides
GENESIS is `dice.devices.genesis` of the API, and the digests stand in `dice.devices.sides`, in the order of the sides.
Words are opened for one set of digests only: KEPT remembers it and refuses another. Nobody else may read KEPT before that.
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


def digest(kept):
    seed, ends = bytes.fromhex(kept["seed"]), chains(bytes.fromhex(kept["seed"]), [255] * 34)
    words = bytes.fromhex(sha("adjutant-words-bytes-v1", seed))
    genesis = bytes.fromhex(kept["genesis"])
    return sha("adjutant-words-v3", genesis, kept["seat"], words, *map(bytes.fromhex, ends))


def signature(kept, digests):
    named = sum(((f"side-{n}", bytes.fromhex(one)) for n, one in enumerate(digests)), ())
    signed = bytes.fromhex(sha("adjutant-words-set-v1", bytes.fromhex(kept["genesis"]), len(digests), *named))
    left = sum(255 - byte for byte in signed).to_bytes(2, "big")
    return "".join(chains(bytes.fromhex(kept["seed"]), signed + left))


def keep(path, kept, how):
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600), "w", encoding="utf-8") as file:
        json.dump(kept, file)
        file.flush()
        os.fsync(file.fileno())


def run(what=None, path=None, *given):
    is_digest = lambda text: re.fullmatch("[0-9a-f]{64}", text)
    if what == "new" and len(given) == 2 and is_digest(given[0]):
        kept = {"genesis": given[0], "seat": given[1], "seed": secrets.token_hex(32)}
        keep(path, kept, os.O_EXCL)
        return print("digest:", digest(kept))
    if what != "open" or not given or not all(map(is_digest, given)):
        return __doc__
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    if kept.setdefault("opened_for", [*given]) != [*given]:
        return f"{path} was opened for other digests, and would be worth nothing beside a second set."
    if digest(kept) not in given:
        return f"The digest of {path} is not among these."
    keep(path, kept, os.O_TRUNC)
    print("bytes:", sha("adjutant-words-bytes-v1", bytes.fromhex(kept["seed"])))
    return print("signature:", signature(kept, given))


if __name__ == "__main__":
    try:
        sys.exit(run(*sys.argv[1:]))
    except (OSError, ValueError) as fault:
        sys.exit(f"{fault}")
