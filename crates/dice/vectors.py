#!/usr/bin/env python3
"""Checks the functions of the second verifier, tools/verify.py, against the shared test vectors.

    python3 crates/dice/vectors.py VECTORS_JSON   0 all hold, 1 some differ
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from verify_format import Dice, encode, load, reduce, seal_digest, secret_commitment, words_digests

def vectors(file):
    """The lines of those shared vectors that this program computes otherwise."""
    one = file["encoding"]
    encoded = encode(one["tag"], one["text"], bytes.fromhex(one["bytes"]), one["number"])
    pairs = [("encoding", encoded.hex(), one["encoded"])]
    for one in file["reductions"]:
        pairs.append((f"reduction {one['word']}", reduce(int(one["word"], 16), one["sides"]), one["face"]))
    for n, one in enumerate(file["keys"], 1):
        secret = bytes.fromhex(one["secret"])
        dice = Dice(secret, one["campaign"], one["setup"], one["contributions"])
        pairs += [(f"commitment {n}", secret_commitment(secret), one["commitment"]),
                  (f"key {n}", dice.act_key.hex(), one["key"]),
                  (f"question key {n}", dice.question_key.hex(), one["question_key"])]
        told = [(False, kind, roll) for kind in ("faces", "opposed") for roll in one[kind]]
        told += [(True, kind, roll) for kind, rolls in one["answers"].items() for roll in rolls]
        for by_question, kind, roll in told:
            asked = {"dice": [], **roll, "opposed": kind == "opposed", "record": {"asked": roll}}
            found = dice.answer(roll["stream"], asked, by_question)
            pairs.append((f"{kind} {n} {roll['question']}", found, roll.get("faces", [roll.get("face")])))
    for n, one in enumerate(file["seals"], 1):
        sealed = one["campaign"], one["slot"], one["side"], one["payload"], bytes.fromhex(one["nonce"])
        pairs.append((f"seal {n}", seal_digest(*sealed), one["digest"]))
    for n, one in enumerate(file["words"], 1):
        file = {"genesis": one["genesis"], "manifest": {"campaign": one["campaign"]}}
        fixed = words_digests(file, one["head"], one["seat"], {"bytes": one["bytes"]}, one["stood"])
        fixed += words_digests(file, one["head"], one["seat"], one, one["stood"])
        pairs.append((f"words {n}", [*filter(None, fixed)], [one["unsigned"], one["before"], one["digest"]]))
    wrong = [f"fault: {name}: {found} instead of {told}" for name, found, told in pairs if found != told]
    return wrong + [f"result: {len(wrong)} vectors differ"], len(wrong)

if __name__ == "__main__":
    lines, n_wrong = vectors(load(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print("\n".join(lines))
    sys.exit(1 if n_wrong else 0)
