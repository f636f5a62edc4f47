"""inspect_harbor over exported tasks, in boxes of box.sh: prints the reward of each task as JSON. Every other answer is wrong.

Usage: inspect_peer.py TASKS LOGS
"""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from inspect_ai import eval as run_eval
from inspect_ai.solver import solver
from inspect_ai.util import ExecResult, SandboxEnvironment, sandbox, sandboxenv
from inspect_harbor import harbor
from inspect_harbor._harbor.solver import oracle

BOX = Path(__file__).with_name("box.sh")


@sandboxenv(name="box")
class Box(SandboxEnvironment):
    def __init__(self):
        self.state = Path(tempfile.mkdtemp(prefix="box-"))

    @classmethod
    async def sample_init(cls, task_name, config, metadata):
        return {"default": cls()}

    @classmethod
    async def sample_cleanup(cls, task_name, config, environments, interrupted):
        for box in environments.values():
            shutil.rmtree(box.state, ignore_errors=True)

    @classmethod
    def config_deserialize(cls, config):
        return config

    async def exec(self, cmd, input=None, cwd=None, env=None, user=None, timeout=None, **_):
        pipe = asyncio.subprocess.PIPE
        own = {**os.environ, **(env or {})}
        program = await asyncio.create_subprocess_exec(str(BOX), str(self.state), *cmd, env=own, stdout=pipe, stderr=pipe)
        stdout, stderr = await asyncio.wait_for(program.communicate(), timeout)
        return ExecResult(program.returncode == 0, program.returncode, stdout.decode(), stderr.decode())

    async def write_file(self, file, contents):
        path = self.state / file.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())

    async def read_file(self, file, text=True):
        data = (self.state / file.lstrip("/")).read_bytes()
        return data.decode() if text else data


@solver
def every_other():
    async def solve(state, generate):
        if int(state.metadata["task_name"].rsplit("-")[-1]) % 2 == 0:
            return await oracle()(state, generate)
        await sandbox().write_file("/app/solution.py", "def task_func(*arguments, **options):\n    return 7\n")
        return state

    return solve


task = harbor(path=sys.argv[1], sandbox_env_name="box")
(log,) = run_eval(task, model="mockllm/model", solver=every_other(), log_dir=sys.argv[2], display="none", max_samples=2)
if log.status != "success":
    sys.exit(str(log.error))
scores = {sample.metadata["task_name"]: sample.scores["harbor_scorer"].value for sample in log.samples}
print(json.dumps(scores))
