"""A second opinion on the arithmetic of comparisons: numpy, statsmodels and scikit-learn. JSON in, JSON out."""
import json
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

request = json.load(sys.stdin)
rows = np.array(request["rows"], dtype=float)
models, tasks = rows.shape
generator = np.random.default_rng(7)


def discordant(a, b):
    return int(((a == 1) & (b == 0)).sum()), int(((a == 0) & (b == 1)).sum())


def exact(a, b):
    only_a, only_b = discordant(a, b)
    if only_a + only_b == 0:
        return 1.0
    return float(mcnemar([[0, only_a], [only_b, 0]], exact=True).pvalue)


def holm(values):
    return multipletests(values, method="holm")[1].tolist() if values else []


def interval(differences, resamples=20000):
    drawn = generator.integers(0, tasks, size=(resamples, tasks))
    return np.quantile(differences[drawn].mean(axis=1), [0.025, 0.975]).tolist()


def permutation(differences, flips=20000):
    signs = generator.choice([-1, 1], size=(flips, tasks))
    sums = np.abs(signs @ differences)
    return float((1 + (sums >= abs(differences.sum()) - 1e-9).sum()) / (1 + flips))


def tiers():
    left = sorted(range(models), key=lambda model: (-rows[model].sum(), model))
    given = [0] * models
    tier = 0
    while left:
        tier += 1
        leader, *others = left
        given[leader] = tier
        adjusted = holm([exact(rows[leader], rows[other]) for other in others])
        left = []
        for other, p in zip(others, adjusted):
            if p < 0.05:
                left.append(other)
            else:
                given[other] = tier
    return given


def rank_ranges(resamples=5000):
    ranks = np.empty((resamples, models), dtype=int)
    for at in range(resamples):
        weights = np.bincount(generator.integers(0, tasks, tasks), minlength=tasks)
        scores = rows @ weights
        ranks[at] = 1 + (scores[None, :] > scores[:, None]).sum(axis=1)
    ordered = np.sort(ranks, axis=0)
    low, high = (ordered[int(np.ceil(share * resamples)) - 1] for share in (0.025, 0.975))
    return [[int(a), int(b)] for a, b in zip(low, high)]


def elo():
    features, labels, weights = [], [], []
    for i in range(models):
        for j in range(i + 1, models):
            row = np.zeros(models)
            row[i], row[j] = np.log(10), -np.log(10)
            won, lost = discordant(rows[i], rows[j])
            for label, count in ((1, won), (0, lost)):
                if count:
                    features.append(row)
                    labels.append(label)
                    weights.append(count)
    fit = LogisticRegression(fit_intercept=False, solver="newton-cg", tol=1e-10, max_iter=10000)
    fit.fit(np.array(features), np.array(labels), sample_weight=np.array(weights))
    return (1000 + 400 * fit.coef_[0]).tolist()


pairs = [(rows[a], rows[b]) for a, b in request["pairs"]]
json.dump(
    {
        "p": [exact(a, b) for a, b in pairs],
        "holm": holm([exact(a, b) for a, b in pairs]),
        "fdr": multipletests([exact(a, b) for a, b in pairs], method="fdr_bh")[1].tolist(),
        "intervals": [interval(b - a) for a, b in pairs],
        "permutation": [permutation(np.array(values)) for values in request["differences"]],
        "tiers": tiers(),
        "ranks": rank_ranges(),
        "elo": elo(),
    },
    sys.stdout,
)
