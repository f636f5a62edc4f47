"""The sandbox-fusion SDK against a server: prints what it got as JSON. Usage: sandbox_fusion_peer.py URL"""

import json
import sys

from sandbox_fusion import RunCodeRequest, SubmitRequest, TestConfig, run_code, run_concurrent, set_endpoint, submit

set_endpoint(sys.argv[1])
hello = run_code(RunCodeRequest(code="print(int(input()) + 1)", language="python", stdin="41"))
late = run_code(RunCodeRequest(code="while True: pass", language="python", run_timeout=1))
many = run_concurrent(
    run_code,
    args=[[RunCodeRequest(code="print(%d)" % number, language="python")] for number in range(100)],
    concurrency=20,
)
freeform = TestConfig(extra={"is_freeform": True})
wrong = "```python\ndef task_func(*args, **kwargs):\n    return {}\n```"
rejected = submit(SubmitRequest(dataset="bigcodebench", id=sys.argv[2], completion=wrong, config=freeform))
print(
    json.dumps(
        {
            "hello": [hello.status, hello.run_result.stdout],
            "late": [late.status, late.run_result.status, late.run_result.return_code],
            "many": sum(answer.run_result.stdout == "%d\n" % number for number, answer in enumerate(many)),
            "accepted": rejected.accepted,
            "tests": len(rejected.tests),
        }
    )
)
