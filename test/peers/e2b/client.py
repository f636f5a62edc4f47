"""E2B's own Python package against the loopback peer: files, a command, its output and exit code, and the end."""
import json
import sys

from e2b import Sandbox
from e2b.sandbox.commands.command_handle import CommandExitException

sandbox = Sandbox("bigcodebench_evaluator", api_key=sys.argv[1], timeout=120)
sandbox.files.write("data/in.txt", "grüße\n")
result = sandbox.commands.run("cat data/in.txt; id -u; pwd; echo problem >&2")
try:
    sandbox.commands.run("exit 7")
    code = 0
except CommandExitException as error:
    code = error.exit_code
sandbox.commands.run("echo made inside > data/out.txt")
facts = {
    "stdout": result.stdout,
    "stderr": result.stderr,
    "code": code,
    "file": sandbox.files.read("data/out.txt"),
    "network": sandbox.commands.run("ls /sys/class/net").stdout.split(),
    "killed": sandbox.kill(),
}
print(json.dumps(facts))
