"""verl's own compute_score against a server: prints one JSON line of rewards. Usage: verl_peer.py URL FOLDER SAMPLES"""

import json
import sys
import threading

sys.path.insert(0, sys.argv[2])  # …/verl/utils/reward_score: the package itself would import torch
import sandbox_fusion

samples = [json.loads(line) for line in open(sys.argv[3])]
semaphore = threading.Semaphore(16)
rewards = []
for sample in samples:
    score, _ = sandbox_fusion.compute_score(
        sys.argv[1] + "/run_code", semaphore, 1024, sample["completion"], sample["cases"], continuous=False, timeout=5
    )
    rewards.append(float(score))
print(json.dumps(rewards))
