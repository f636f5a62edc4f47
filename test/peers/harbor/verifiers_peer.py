"""verifiers' Harbor taskset over an exported registry: prints what it makes of its tasks as JSON. Usage: verifiers_peer.py REGISTRY"""

import json
import sys
from pathlib import Path

from verifiers.v1.tasksets.harbor.taskset import HarborConfig, HarborTaskset

config = HarborConfig(id="harbor", dataset="bigcodebench@v0.1.4-instruct", registry_path=Path(sys.argv[1]))
found = [
    {
        "name": task.data.name,
        "image": task.data.image,
        "artifacts": [artifact.source for artifact in task.data.artifacts],
        "is_separate": task.data.verifier is not None,
        "network": task.data.network_allow,
    }
    for task in HarborTaskset(config).load()
]
print(json.dumps(found))
