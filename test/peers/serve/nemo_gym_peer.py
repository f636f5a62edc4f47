"""NeMo-Gym's own client and wire models against /verify: prints what it got as JSON. Usage: nemo_gym_peer.py URL ROWS"""

import asyncio
import json
import sys
from pathlib import Path
from urllib.parse import urlparse

import nemo_gym
from nemo_gym.config_types import BaseServerConfig
from nemo_gym.server_utils import (
    GlobalAIOHTTPAsyncClientConfig,
    ServerClient,
    get_response_json,
    raise_for_status,
    set_global_aiohttp_client,
)
from omegaconf import OmegaConf

# Their server finds its neighbours by the folder that it is started in.
sys.path.insert(0, str(Path(nemo_gym.__file__).parents[1] / "resources_servers" / "bigcodebench"))
from resources_servers.bigcodebench.app import BigCodeBenchVerifyRequest, BigCodeBenchVerifyResponse

NAME = "bigcodebench"


def to_response(number: int, text: str) -> dict:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "status": "completed", "content": content}
    facts = {"object": "response", "created_at": 0, "model": "m", "tools": [], "tool_choice": "auto"}
    return {"id": f"resp_{number}", "output": [message], "parallel_tool_calls": True, **facts}


async def verify(client: ServerClient, number: int, row: dict) -> list:
    """What their simple agent does once the model has answered."""
    answer = row.pop("answer")
    seeded = await client.post(server_name=NAME, url_path="/seed_session", json=row)
    await raise_for_status(seeded)
    request = BigCodeBenchVerifyRequest.model_validate({**row, "response": to_response(number, answer)})
    response = await client.post(
        server_name=NAME, url_path="/verify", json=request.model_dump(), cookies=seeded.cookies
    )
    await raise_for_status(response)
    verified = BigCodeBenchVerifyResponse.model_validate(await get_response_json(response))
    assert verified.response == request.response
    return [verified.task_id, verified.status, verified.reward]


async def main() -> None:
    address = urlparse(sys.argv[1])
    place = {"host": address.hostname, "port": address.port}
    set_global_aiohttp_client(GlobalAIOHTTPAsyncClientConfig())
    client = ServerClient(
        head_server_config=BaseServerConfig(**place),
        global_config_dict=OmegaConf.create({NAME: {"resources_servers": {NAME: place}}}),
    )
    rows = [json.loads(line) for line in open(sys.argv[2])]
    results = await asyncio.gather(*(verify(client, number, row) for number, row in enumerate(rows)))
    print(json.dumps(results))


asyncio.run(main())
