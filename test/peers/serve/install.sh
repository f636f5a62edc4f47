#!/usr/bin/env bash
# install.sh FOLDER: the clients that peers.test.ts drives, each in a virtual environment of its own
set -euo pipefail
folder=$1
mkdir -p "$folder"
cd "$folder"
venv() { [ -d "$2" ] || "$1" -m venv "$2"; }
venv python3.10 sandbox-fusion && sandbox-fusion/bin/pip install -q sandbox-fusion==0.3.7
# Of verl one module is needed, and it needs requests alone.
venv python3.10 verl && verl/bin/pip install -q requests && verl/bin/pip download -q --no-deps verl==0.9.1 -d wheels
python3 -m zipfile -e wheels/verl-*.whl verl-package && ln -sfn verl-package/verl/utils/reward_score verl-reward-score
venv python3.10 openrlhf && openrlhf/bin/pip install -q aiohttp && openrlhf/bin/pip download -q --no-deps openrlhf==0.11.2 -d wheels
python3 -m zipfile -e wheels/openrlhf-*.whl openrlhf-package
cp "$(find openrlhf-package -path '*openrlhf/utils/agent.py')" openrlhf-agent.py
imports='e2b<=1.11.1 httpx numpy termcolor tqdm fire rich appdirs tempdir wget datasets transformers pqdm tree_sitter tree-sitter-python'
for pair in python3.9:1.3.0 python3.10:1.13.3 python3.11:2.7.2; do
  name=bigcodebench-${pair#*:}
  venv "${pair%:*}" "$name"
  "$name/bin/pip" install -q "gradio_client==${pair#*:}" $imports
  "$name/bin/pip" install -q --no-deps bigcodebench==0.2.5
done
