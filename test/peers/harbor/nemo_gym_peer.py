"""NeMo-Gym's simple agent with our server as its resources server: prints rewards and what they come to as JSON.

Usage: nemo_gym_peer.py URL ROWS. A row's `answer` is what the model says; before that it makes the calls in `calls`, which are
pairs of a tool and its arguments.
"""

import asyncio
import json
import sys
from urllib.parse import urlparse

from fastapi import FastAPI, Request
from nemo_gym.base_responses_api_agent import AggregateMetricsRequest
from nemo_gym.config_types import BaseServerConfig, ModelServerRef, ResourcesServerRef
from nemo_gym.reward_profile import compute_aggregate_metrics, compute_pass_majority_metrics
from nemo_gym.server_utils import GlobalAIOHTTPAsyncClientConfig, ServerClient, set_global_aiohttp_client
from omegaconf import OmegaConf
from responses_api_agents.simple_agent.app import SimpleAgent, SimpleAgentConfig
import uvicorn

rows = [json.loads(line) for line in open(sys.argv[2])]
said = {row["responses_create_params"]["input"][0]["content"]: (row.pop("calls", []), row.pop("answer")) for row in rows}
heard = []
model = FastAPI()


@model.post("/v1/responses")
async def respond(request: Request):
    body = await request.json()
    calls, text = said[body["input"][0]["content"]]
    results = [each["output"] for each in body["input"] if each.get("type") == "function_call_output"]
    if len(results) < len(calls):
        name, arguments = calls[len(results)]
        call = {"id": "c", "call_id": "c%d" % len(results), "name": name, "arguments": json.dumps(arguments)}
        message = {"type": "function_call", "status": "completed", **call}
    else:
        content = [{"type": "output_text", "text": text, "annotations": []}]
        message = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": content}
        heard.append(results)
    facts = {"object": "response", "created_at": 0, "model": "m", "tools": [], "tool_choice": "auto", "parallel_tool_calls": True}
    return {"id": "r", "output": [message], **facts}


async def serve(app):
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    return server, task, server.servers[0].sockets[0].getsockname()[1]


async def main():
    address = urlparse(sys.argv[1])
    set_global_aiohttp_client(GlobalAIOHTTPAsyncClientConfig())
    places = {"bigcodebench": {"resources_servers": {"app": {"host": address.hostname, "port": address.port}}}}
    config = OmegaConf.create(places)
    client = ServerClient(head_server_config=BaseServerConfig(host="127.0.0.1", port=1), global_config_dict=config)
    names = {
        "resources_server": ResourcesServerRef(type="resources_servers", name="bigcodebench"),
        "model_server": ModelServerRef(type="responses_api_models", name="model"),
    }
    agent_config = SimpleAgentConfig(name="agent", host="127.0.0.1", port=1, entrypoint="app.py", **names)
    agent = SimpleAgent(config=agent_config, server_client=client)
    model_server, model_task, model_port = await serve(model)
    agent_server, agent_task, agent_port = await serve(agent.setup_webserver())
    OmegaConf.update(config, "model", {"responses_api_models": {"app": {"host": "127.0.0.1", "port": model_port}}})
    OmegaConf.update(config, "agent", {"responses_api_agents": {"app": {"host": "127.0.0.1", "port": agent_port}}})

    async def run(at, row):
        response = await client.post(server_name="agent", url_path="/run", json=row)
        response.raise_for_status()
        return {**(await response.json()), "_ng_task_index": at // 2, "_ng_rollout_index": at % 2}

    results = await asyncio.gather(*(run(at, row) for at, row in enumerate(rows)))
    slim = [{key: value for key, value in result.items() if key not in ("response", "responses_create_params")} for result in results]
    response = await client.post(server_name="agent", url_path="/aggregate_metrics", json=AggregateMetricsRequest(verify_responses=slim))
    response.raise_for_status()
    ours = await response.json()
    theirs = compute_aggregate_metrics(slim).agent_metrics
    tasks = [slim[at : at + 2] for at in range(0, len(slim), 2)]
    theirs.update(compute_pass_majority_metrics(tasks, score_fn=lambda result: {"accuracy": float(result["reward"] > 0)})[0])
    differ = {
        name: [ours["agent_metrics"].get(name), value]
        for name, value in theirs.items()
        if isinstance(value, (int, float)) and "across_runs" not in name and abs(ours["agent_metrics"].get(name, 1e9) - value) > 1e-9
    }
    rewards = [result["reward"] for result in results]
    print(json.dumps({"rewards": rewards, "differ": differ, "key_metrics": ours["key_metrics"], "heard": heard}))
    for server, task in ((agent_server, agent_task), (model_server, model_task)):
        server.should_exit = True
        await task


asyncio.run(main())
