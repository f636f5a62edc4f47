"""Writes an Inspect log: make_inspect_log.py FOLDER eval|json MODEL PATTERN [epochs].

PATTERN has a digit for each answer, 1 for a right one, task after task; with numbers as ids if it begins with #.
"""

import sys

from inspect_ai import Task, eval, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, ModelAPI, ModelOutput, ModelUsage, get_model, modelapi
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer
from inspect_ai.solver import generate


@modelapi(name="acme")
class Scripted(ModelAPI):
    def __init__(self, model_name, base_url=None, api_key=None, config=GenerateConfig(), pattern=""):
        super().__init__(model_name, base_url, api_key, [], config)
        self.answers = iter(pattern)

    async def generate(self, input, tools, tool_choice, config):
        right = next(self.answers) == "1"
        text = "```python\ndef task_func():\n    return 1\n```" if right else "I cannot do that."
        output = ModelOutput.from_content(self.model_name, text)
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output


@scorer(metrics=[accuracy()])
def verify():
    async def score(state, target):
        right = "return 1" in state.output.completion
        explanation = "" if right else "NameError: name 'task_func' is not defined"
        return Score(value=CORRECT if right else INCORRECT, answer=state.output.completion, explanation=explanation)

    return score


@task
def bigcodebench(ids, epochs):
    samples = [Sample(id=id, input=f"Write {id}.", target="") for id in ids]
    return Task(dataset=MemoryDataset(samples), solver=[generate()], scorer=verify(), epochs=epochs)


folder, log_format, name, pattern, *rest = sys.argv[1:]
epochs = int(rest[0]) if rest else 1
answers = pattern.lstrip("#")
numbers = range(len(answers) // epochs)
ids = list(numbers) if pattern.startswith("#") else [f"BigCodeBench/{number}" for number in numbers]
model = get_model(f"acme/{name}", pattern=answers)
eval(bigcodebench(ids, epochs), model=model, log_dir=folder, log_format=log_format, max_samples=1, max_connections=1, display="none")
