"""OpenEnv's client, and its rollouts for TRL: prints the outcome and reward of each answer, then the rewards that TRL would be
given, as JSON. Usage: openenv_peer.py URL ANSWERS
"""

import asyncio
import json
import sys

from openenv import GenericEnvClient
from openenv.core.env_server.mcp_types import Tool
from openenv.core.harness import (
    HarnessRunLimits,
    MCPHarnessAdapter,
    ModelStepResult,
    ResourceSessionFactory,
    StepEnvSessionAdapter,
    build_harness_rollout_func,
)
from openenv.core.llm_client import LLMResponse, ToolCall

url = sys.argv[1]
with open(sys.argv[2]) as file:
    answers = json.load(file)


async def play(answer):
    async with GenericEnvClient(base_url=url) as env:
        begun = await env.reset(task_id=answer["task_id"], split="instruct")
        assert not begun.done and begun.observation["prompt"]
        result = await env.step({"solution": answer["solution"]})
        assert result.done and (await env.state())["step_count"] == 1
        return [result.observation["task_id"], result.observation["outcome"], result.reward]


class Sessions(ResourceSessionFactory):
    def create(self, task, seed=None, episode_id=None):
        session = StepEnvSessionAdapter(
            GenericEnvClient(base_url=url),
            tool_specs=[Tool(name="answer", description="Answers.", input_schema={"type": "object"})],
            action_builder=lambda name, arguments: arguments,
            initial_messages_builder=lambda begun, _: [{"role": "user", "content": begun.observation["prompt"]}],
            reset_kwargs={"task_id": task["task_id"]},
        )
        session.solution = task["solution"]
        return session


def ask_nobody(trainer, session):
    call = ToolCall(id="1", name="answer", args={"solution": session.solution})
    return lambda messages, tools, sampling: ModelStepResult(response=LLMResponse(content="", tool_calls=[call]))


async def play_all():
    return [await play(answer) for answer in answers]


rollout = build_harness_rollout_func(
    session_factory=Sessions(),
    harness_adapter=MCPHarnessAdapter(),
    model_step_builder=ask_nobody,
    limits=HarnessRunLimits(max_turns=1),
)
print(json.dumps([asyncio.run(play_all()), rollout(answers, None)["env_reward"]]))
