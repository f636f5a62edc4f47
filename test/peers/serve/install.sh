#!/usr/bin/env bash
# install.sh FOLDER: the clients that peers.test.ts drives, each in a virtual environment of its own
set -euo pipefail
folder=$1
mkdir -p "$folder"
cd "$folder"
# venv PYTHON NAME PACKAGE…
venv() {
  [ -d "$2" ] || "$1" -m venv "$2"
  "$2/bin/pip" install -q "${@:3}"
}
# fetch NAME REQUIREMENT: a package alone, unpacked into NAME-package
fetch() {
  rm -rf "$1-wheel"
  "$1/bin/pip" download -q --no-deps "$2" -d "$1-wheel"
  "$1/bin/python" -m zipfile -e "$1-wheel"/*.whl "$1-package"
}
venv python3.10 sandbox-fusion sandbox-fusion==0.3.7
# Of verl one module is needed, and it needs requests alone.
venv python3.10 verl requests
fetch verl verl==0.9.1
ln -sfn verl-package/verl/utils/reward_score verl-reward-score
venv python3.10 openrlhf aiohttp
fetch openrlhf openrlhf==0.11.2
cp "$(find openrlhf-package -path '*openrlhf/utils/agent.py')" openrlhf-agent.py
imports='e2b<=1.11.1 httpx numpy termcolor tqdm fire rich appdirs tempdir wget datasets transformers pqdm tree_sitter tree-sitter-python'
for pair in python3.9:1.3.0 python3.10:1.13.3 python3.11:2.7.2; do
  name=bigcodebench-${pair#*:}
  # shellcheck disable=SC2086
  venv "${pair%:*}" "$name" "gradio_client==${pair#*:}" $imports
  "$name/bin/pip" install -q --no-deps bigcodebench==0.2.5
done
venv python3.12 nemo-gym nemo-gym==0.4.0
venv python3.12 openenv openenv==0.10.0
