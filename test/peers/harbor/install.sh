#!/usr/bin/env bash
# install.sh FOLDER: what peers.test.ts drives, each in a virtual environment of its own. Needs python3.12.
set -euo pipefail
folder=$1
mkdir -p "$folder"
cd "$folder"
# venv NAME PACKAGE…
venv() {
  [ -d "$1" ] || python3.12 -m venv "$1"
  "$1/bin/pip" install -q "${@:2}"
}
# What Harbor needs, without its wish for a certifi that not every index has.
harbor_needs="$(python3.12 -m pip download -q --no-deps -d wheels harbor==0.25.0 && python3.12 - <<'PY'
import email, glob, zipfile

(wheel,) = glob.glob("wheels/harbor-0.25.0*.whl")
archive = zipfile.ZipFile(wheel)
(name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
needs = email.message_from_bytes(archive.read(name)).get_all("Requires-Dist")
print(" ".join(need.replace(" ", "") for need in needs if "extra" not in need and not need.startswith("certifi")))
PY
)"
# shellcheck disable=SC2086
venv harbor certifi $harbor_needs
harbor/bin/pip install -q --no-deps harbor==0.25.0
# shellcheck disable=SC2086
venv verifiers verifiers==0.4.0 openenv==0.4.1 fastmcp==4.1.1 uv certifi $harbor_needs
verifiers/bin/pip install -q --no-deps harbor==0.24.0
# HarborSpec needs no torch.
# shellcheck disable=SC2086
venv trl certifi datasets transformers $harbor_needs
trl/bin/pip install -q --no-deps harbor==0.25.0 trl==1.16.0 accelerate
venv inspect inspect_harbor==1.0.0
venv nemo-gym nemo-gym==0.4.0
