"""Runs the original's analysis/get_results.py unchanged: tasks come from a file, what it would push lies in pushed/."""
import json
import os
import runpy
import sys

import datasets

script, tasks = sys.argv[1:]
with open(tasks) as file:
    ids = json.load(file)


def load_dataset(name, split):
    return {"task_id": ids["hard" if name.endswith("-hard") else "full"]}


def push(self, path):
    tables = self if isinstance(self, datasets.DatasetDict) else {"train": self}
    for split, table in tables.items():
        folder = os.path.join("pushed", path.split("/")[1])
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{split}.json"), "w") as file:
            json.dump(table.to_dict(), file)


datasets.load_dataset = load_dataset
datasets.Dataset.push_to_hub = push
datasets.DatasetDict.push_to_hub = push
runpy.run_path(script, run_name="__main__")
