"""McNemar's test of two results as their own tool reads them: mcnemar.py inspect|harbor A B. Prints the p of statsmodels.

Without statsmodels it prints the four counts instead, and mcnemar.py counts BOTH ONLY_A ONLY_B NEITHER goes on.
"""

import sys
from pathlib import Path


def read_inspect(path):
    from inspect_ai.log import read_eval_log

    return {str(sample.id).split("/")[-1]: sample.scores["verify"].value == "C" for sample in read_eval_log(path).samples}


def read_harbor(path):
    from harbor.models.trial.result import TrialResult

    trials = [TrialResult.model_validate_json(file.read_text()) for file in Path(path).glob("*/result.json")]
    return {trial.task_name: trial.verifier_result.rewards["reward"] == 1 for trial in trials if trial.reward_valid}


if sys.argv[1] == "counts":
    counts = [int(word) for word in sys.argv[2:]]
else:
    a, b = [{"inspect": read_inspect, "harbor": read_harbor}[sys.argv[1]](path) for path in sys.argv[2:]]
    pairs = [(a[task], b[task]) for task in a if task in b]
    counts = [pairs.count(pair) for pair in [(True, True), (True, False), (False, True), (False, False)]]
try:
    from statsmodels.stats.contingency_tables import mcnemar

    print(*counts, mcnemar([counts[:2], counts[2:]], exact=True).pvalue)
except ImportError:
    print(*counts)
