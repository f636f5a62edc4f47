"""A small app with the thirteen inputs and two outputs of the original's evaluation Space, judging by text alone."""
import json
import sys
import time

import gradio as gr


def evaluate(split, subset, samples, pass_k, parallel, min_time_limit, max_as_limit, max_data_limit,
             max_stack_limit, calibrated, check_gt_only, no_gt, selective_evaluate):
    wanted = ["BigCodeBench/" + part for part in selective_evaluate.split(",") if part]
    results = {"date": "2026-01-01 00:00", "eval": {}}
    with open(samples, encoding="utf-8") as lines:
        for line in lines:
            sample = json.loads(line)
            if wanted and sample["task_id"] not in wanted:
                continue
            results["eval"].setdefault(sample["task_id"], []).append(judge(sample["task_id"], sample["solution"]))
    assert set(results["eval"]) == set(wanted), "Missing problems in samples"
    pass_at_k = {"pass@1": 0.5, "model": "samples", "split": split, "subset": subset, "calibrated": calibrated,
                 "gt_pass_rate": 0.0, "failed_tasks": wanted}
    return results, pass_at_k


def judge(task_id, solution):
    for word in solution.split():
        if word.startswith("sleep_ms="):
            time.sleep(int(word[len("sleep_ms="):]) / 1000)
    if "raise_in_app" in solution:
        raise RuntimeError("the app broke")
    status, details = "pass", {}
    if "41" in solution:
        trace = "Traceback (most recent call last):\n  File \"__test__.py\", line 1, in test_answer\nAssertionError: 41 != 42\n"
        status, details = "fail", {"test_answer": trace}
    if "(:" in solution:
        status, details = "fail", {"ALL": "invalid syntax (__test__.py, line 1)"}
    if "for ever" in solution:
        status = "timeout"
    return {"task_id": task_id, "solution": solution, "status": status, "details": details}


def build():
    inputs = [
        gr.Dropdown(["complete", "instruct"], label="BigCodeBench Split"),
        gr.Dropdown(["full", "hard"], label="BigCodeBench Subset"),
        gr.File(label="Samples Path (.jsonl)"),
        gr.Textbox(label="Pass k Values (comma-separated)", value="1,5,10"),
        gr.Slider(-1, 2, step=1, label="Number of Workers", value=-1),
        gr.Slider(0.1, 10, step=0.1, label="Minimum Execution Time Limit", value=1),
        gr.Slider(1, 100 * 1024, step=1024, label="Maximum Address Space Limit", value=30 * 1024),
        gr.Slider(1, 100 * 1024, step=1024, label="Maximum Data Segment Limit", value=30 * 1024),
        gr.Slider(1, 100, step=1, label="Maximum Stack Limit", value=10),
        gr.Checkbox(label="Calibrated", value=True),
        gr.Checkbox(label="Check Ground Truth"),
        gr.Checkbox(label="Use Saved Ground Truth"),
        gr.Textbox(label="Selective Evaluated Task IDs", value=""),
    ]
    outputs = [gr.JSON(label="Results"), gr.JSON(label="Eval Results")]
    return gr.Interface(fn=evaluate, inputs=inputs, outputs=outputs)


if __name__ == "__main__":
    app = build()
    app.queue(default_concurrency_limit=None)
    root = sys.argv[2] if len(sys.argv) > 2 else None
    app.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), show_error=True, quiet=True, root_path=root)
