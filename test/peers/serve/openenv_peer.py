"""OpenEnv's client: prints task, outcome and reward of each episode as JSON. Usage: openenv_peer.py URL ANSWERS"""

import asyncio
import json
import sys

from openenv import GenericEnvClient


async def main():
    episodes = []
    for answer in json.load(open(sys.argv[2])):
        async with GenericEnvClient(base_url=sys.argv[1]) as env:
            begun = await env.reset(task_id=answer["task_id"], split="instruct")
            assert not begun.done and begun.observation["prompt"]
            result = await env.step({"solution": answer["solution"]})
            assert result.done and (await env.state())["step_count"] == 1
            episodes.append([result.observation["task_id"], result.observation["outcome"], result.reward])
    print(json.dumps(episodes))


asyncio.run(main())
