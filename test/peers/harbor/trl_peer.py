"""TRL's HarborSpec over exported tasks, in boxes of box.sh: prints the reward of each task as JSON. Every other answer is wrong.

Usage: trl_peer.py FOLDER. TRL knows Harbor's own environments by name alone, so the box takes the place of one.
"""

import json
import sys
from pathlib import Path

from bubblewrap import Bubblewrap
from harbor.environments.factory import EnvironmentFactory
from trl.experimental.harbor import HarborSpec


def open_box(config, **options):
    return Bubblewrap(**options)


EnvironmentFactory.create_environment_from_config = open_box
spec = HarborSpec(sys.argv[1])
rewards = {}
for row in spec.train_dataset:
    environment = spec.environment_factory()
    instruction = environment.reset(task_dir=row["task_dir"])
    assert "/app/solution.py" in instruction
    name = Path(row["task_dir"]).name
    if int(name.rsplit("-")[-1]) % 2 == 0:
        answer = (Path(row["task_dir"]) / "solution" / "solution.py").read_text()
    else:
        answer = "def task_func(*arguments, **options):\n    return 7\n"
    environment.bash("cat > /app/solution.py <<'END_OF_ANSWER'\n%s\nEND_OF_ANSWER" % answer)
    rewards[name] = spec.reward_funcs(environments=[environment])[0]
    del environment  # it waits for a thread, which is gone when Python exits
print(json.dumps(rewards))
