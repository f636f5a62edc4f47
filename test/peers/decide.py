"""Decides recorded sequences with nothing but exact fractions: the peer of src/score/sequential/decide.ts.

    python3 test/peers/decide.py ../shared/data/leaderboard/complete-matrix.csv > src/score/sequential/decide.peer.json

With a matrix of models and tasks, the last sequences are pairs of models in it. `npx biome check --write` formats the file.

Stakes are irrational, so they are taken to 60 digits; everything else is exact until the last division.
"""
import csv
import json
import math
import random
import sys
from fractions import Fraction


def cosine(numerator, denominator, digits=60):
    """cos(numerator / denominator * pi) by its series, over a pi to as many digits (Machin)."""
    def arctan_inverse(x):
        total, power, k = Fraction(0), Fraction(1, x), 0
        while power > Fraction(1, 10 ** (digits + 5)):
            total += (-1) ** k * power / (2 * k + 1)
            power /= x * x
            k += 1
        return total
    pi = 4 * (4 * arctan_inverse(5) - arctan_inverse(239))
    angle = Fraction(numerator, denominator) * pi
    angle = Fraction(round(angle * 10**digits), 10**digits)
    total, term, k = Fraction(0), Fraction(1), 0
    while abs(term) > Fraction(1, 10 ** (digits + 5)):
        total += term
        k += 1
        term = Fraction(round(-term * angle * angle / ((2 * k - 1) * (2 * k)) * 10 ** (digits + 10)), 10 ** (digits + 10))
    return Fraction(round(total * 10**40), 10**40)


STAKES = [cosine(2 * j - 1, 128) for j in range(1, 33)]
EXPONENT = 10**80


def wealth(values, sizes, bound, total):
    """The mean wealth of all stakes after each block."""
    each, done, drawn, found = [Fraction(1)] * len(STAKES), 0, Fraction(0), []
    for size in sizes:
        block = values[done : done + size]
        if len(block) < size:
            break
        mean = min(Fraction(1), max(bound, (total * bound - drawn) / (total - done)))
        for place, stake in enumerate(STAKES):
            for value in block:
                each[place] *= 1 + stake * (value - mean) / (1 + mean)
            # 80 digits are enough; whole fractions would have thousands.
            each[place] = Fraction(round(each[place] * EXPONENT), EXPONENT)
        done += size
        drawn += sum(block)
        found.append((done, sum(each) / len(each)))
    return found


def decide(case):
    values = [Fraction(value, case["samples"]) for value in case["values"]]
    mirrored = [-value for value in values]
    total, block = case["total"], case["block"]
    sizes = ([total % block] if total % block else []) + [block] * (total // block)
    margin = None if case["margin"] is None else Fraction(case["margin"], 100)
    columns = {
        "better": wealth(values, sizes, Fraction(0), total),
        "worse": wealth(mirrored, sizes, Fraction(0), total),
    }
    if margin is not None:
        above, below = (wealth(each, sizes, -margin, total) for each in (values, mirrored))
        columns["equivalent"] = [(done, min(up, down)) for (done, up), (_, down) in zip(above, below)]
    steps = []
    for row, (done, _) in enumerate(columns["better"]):
        step = {name: column[row][1] / 2 for name, column in columns.items()}
        steps.append({"tasks": done, **{name: float(value) for name, value in step.items()}})
        for name, value in step.items():
            if value >= 20:
                return {"verdict": name, "tasks": done, "steps": steps}
    return {"verdict": "undecided", "tasks": steps[-1]["tasks"], "steps": steps}


def draw(seed, total, known, samples, gap, discordance, block, margin):
    source = random.Random(seed)
    def one():
        point = source.random()
        return 1 if point < (discordance + gap) / 2 else -1 if point < discordance else 0
    values = [sum(one() for _ in range(samples)) for _ in range(known)]
    return {"total": total, "block": block, "samples": samples, "margin": margin, "values": values}


def read_pairs(path):
    """Pairs of models far apart, close together and in between, over all tasks in an order drawn here."""
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    solved = {row[0]: [round(float(cell)) for cell in row[1:]] for row in rows}
    models = sorted(solved, key=lambda name: (sum(solved[name]), name))
    last = len(models) - 1
    for seed, (one, other, margin) in enumerate([(0, last, None), (last, last // 2, None), (last - 1, last, 15)]):
        order = random.Random(seed).sample(range(len(header) - 1), len(header) - 1)
        values = [solved[models[other]][task] - solved[models[one]][task] for task in order]
        yield {"total": len(order), "block": 4, "samples": 1, "margin": margin, "values": values}


CASES = [
    draw(1, 160, 160, 1, 0.3, 0.5, 4, None),
    draw(2, 163, 163, 1, -0.3, 0.4, 4, None),
    draw(3, 100, 60, 1, 0.0, 0.3, 1, None),
    draw(4, 150, 150, 5, 0.0, 0.3, 4, 10),
    draw(5, 90, 90, 3, -0.1, 0.5, 4, 5),
    draw(6, 40, 40, 1, -0.6, 0.6, 1, 20),
    *(read_pairs(sys.argv[1]) if len(sys.argv) > 1 else []),
]
lines = [json.dumps({"input": case, "expected": decide(case)}) for case in CASES]
print("[\n" + ",\n".join(lines) + "\n]")
