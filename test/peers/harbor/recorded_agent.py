"""A Harbor agent that hands in an answer from the folder ANSWERS: `complete-0017.py` for the task of that name."""

import os
from pathlib import Path

from harbor.agents.base import BaseAgent


class Recorded(BaseAgent):
    @staticmethod
    def name():
        return "recorded"

    def version(self):
        return "1"

    async def setup(self, environment):
        pass

    async def run(self, instruction, environment, context):
        answer = Path(os.environ["ANSWERS"]) / (environment.environment_name + ".py")
        await environment.upload_file(answer, "/app/solution.py")
