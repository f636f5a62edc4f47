"""OpenRLHF's own remote reward call: prints the answers as JSON. Usage: openrlhf_peer.py URL agent.py BATCH"""

import asyncio
import importlib.util
import json
import logging
import sys
import types

# All that agent.py needs of the rest of the package.
for name in ("openrlhf", "openrlhf.utils", "openrlhf.utils.logging_utils"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["openrlhf.utils.logging_utils"].init_logger = logging.getLogger
spec = importlib.util.spec_from_file_location("agent", sys.argv[2])
agent = importlib.util.module_from_spec(spec)
spec.loader.exec_module(agent)

batch = json.load(open(sys.argv[3]))
executor = agent.SingleTurnAgentExecutor([sys.argv[1] + "/get_reward"])
answers = asyncio.run(executor._fetch_rewards_via_http(batch["query"], batch["prompts"], batch["labels"]))
print(json.dumps(answers))
