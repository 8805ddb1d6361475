"""Answers the questions of the comparison with dyce or icepool: one line of JSON for each line that it reads.

The same lines as those of the binary beside it. Every time the distribution is built anew; nothing is kept between rounds.
"""

import json
import sys
import time


class Dyce:
    def __init__(self):
        from dyce import H
        from dyce.evaluation import foreach

        self.H = H
        self.foreach = foreach

    def die(self, rows):
        return self.H({key: ways for key, ways in rows})

    def repeat(self, die, n):
        return n @ die

    def add(self, a, b):
        return a + b

    def subtract(self, a, b):
        return a - b

    def mixture(self, throws):
        # One outcome for each throw, and its own die in its place.
        dice = [self.die(throw["rows"]) for throw in throws]
        which = self.H({at: throw["ways"] for at, throw in enumerate(throws)})
        return self.foreach(lambda result: dice[result.outcome], which)

    def follow(self, die, table):
        return self.foreach(lambda result: table[result.outcome], die)

    def items(self, die):
        return list(die.items())

    def forget(self):
        pass


class Icepool:
    def __init__(self):
        import icepool

        self.icepool = icepool

    def die(self, rows):
        return self.icepool.Die({key: ways for key, ways in rows})

    def repeat(self, die, n):
        return n @ die

    def add(self, a, b):
        return a + b

    def subtract(self, a, b):
        return a - b

    def mixture(self, throws):
        dice = [self.die(throw["rows"]) for throw in throws]
        which = self.icepool.Die({at: throw["ways"] for at, throw in enumerate(throws)})
        return which.map(lambda at: dice[at])

    def follow(self, die, table):
        return die.map(lambda at: table[at])

    def items(self, die):
        return list(die.items())

    def forget(self):
        pass


def total(peer, groups):
    dice = [peer.repeat(peer.die(group["rows"]), group["n"]) for group in groups]
    whole = dice[0]
    for die in dice[1:]:
        whole = peer.add(whole, die)
    return whole


def run(peer, workload):
    kind, of = workload["kind"], workload["of"]
    if kind == "sum":
        return total(peer, of)
    if kind == "difference":
        return peer.subtract(total(peer, of[0]), total(peer, of[1]))
    if kind == "fight":
        return peer.mixture(of)
    lives = []
    die = peer.die([[of["start"], 1]])
    for leg in of["legs"]:
        table = {at: peer.die(rows) for at, rows in leg.items()}
        table[-1] = peer.die([[-1, 1]])
        die = peer.follow(die, table)
        items = peer.items(die)
        under = sum(ways for _, ways in items)
        lives.append((sum(ways for at, ways in items if at != -1), under))
    return lives


def prepared(workload):
    """Keys of JSON are texts; those of a chain are whole numbers."""
    if workload["kind"] == "chain":
        legs = workload["of"]["legs"]
        workload["of"]["legs"] = [{int(at): rows for at, rows in leg.items()} for leg in legs]
    return workload


def main():
    peer = {"dyce": Dyce, "icepool": Icepool}[sys.argv[1]]()
    workloads = {}
    for line in sys.stdin:
        words = line.rstrip("\n").split("|", 2)
        if words[0] == "inputs":
            workloads = {name: prepared(one) for name, one in json.loads(words[1])["workloads"].items()}
            told = sorted(workloads)
        elif words[0] == "answer":
            answer = run(peer, workloads[words[1]])
            if isinstance(answer, list):
                told = [[at, str(over), str(under)] for at, (over, under) in enumerate(answer)]
            else:
                told = [[key, str(ways)] for key, ways in peer.items(answer)]
        else:
            workload, n = workloads[words[1]], int(words[2])
            begun = time.perf_counter_ns()
            for _ in range(n):
                run(peer, workload)
            told = time.perf_counter_ns() - begun
        print(json.dumps(told), flush=True)


main()
