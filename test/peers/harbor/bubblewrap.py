"""A Harbor environment without a container engine: each is a folder, and box.sh runs commands in it."""

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities

BOX = Path(__file__).with_name("box.sh")


class Bubblewrap(BaseEnvironment):
    @staticmethod
    def type():
        return "bubblewrap"

    @property
    def capabilities(self):
        return EnvironmentCapabilities(disable_internet=True)

    def _validate_definition(self):
        pass

    async def start(self, force_build):
        self._state = Path(tempfile.mkdtemp(prefix="box-"))
        for name in ("agent", "verifier", "artifacts"):
            (self._state / "logs" / name).mkdir(parents=True)

    async def stop(self, delete):
        shutil.rmtree(self._state, ignore_errors=True)

    async def exec(self, command, cwd=None, env=None, timeout_sec=None, user=None):
        own = {**os.environ, **(self._merge_env(env) or {})}
        command = "cd %s && %s" % (cwd, command) if cwd else command
        pipe = asyncio.subprocess.PIPE
        program = await asyncio.create_subprocess_exec(
            str(BOX), str(self._state), "bash", "-c", command, env=own, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
        )
        try:
            stdout, stderr = await asyncio.wait_for(program.communicate(), timeout_sec)
        except BaseException:
            program.kill()
            raise
        return ExecResult(
            stdout=stdout.decode(errors="replace"), stderr=stderr.decode(errors="replace"), return_code=program.returncode
        )

    def _here(self, path):
        return self._state / str(path).lstrip("/")

    async def upload_file(self, source_path, target_path):
        self._here(target_path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source_path, self._here(target_path))

    async def upload_dir(self, source_dir, target_dir):
        shutil.copytree(source_dir, self._here(target_dir), dirs_exist_ok=True)

    async def download_file(self, source_path, target_path):
        Path(target_path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._here(source_path), target_path)

    async def download_dir(self, source_dir, target_dir):
        shutil.copytree(self._here(source_dir), target_dir, dirs_exist_ok=True)
