"""Reads an Inspect log in every way its viewer does; prints what it found. Arguments: the folder of the log."""
import json
import sys

from inspect_ai.analysis import evals_df, samples_df
from inspect_ai.log import list_eval_logs, read_eval_log, read_eval_log_sample_summaries, write_eval_log

(folder,) = sys.argv[1:]
(listed,) = list_eval_logs(folder)
log = read_eval_log(listed)
header = read_eval_log(listed, header_only=True)
summaries = read_eval_log_sample_summaries(listed)
write_eval_log(log, f"{folder}/copy.eval")
json.dump(
    {
        "status": header.status,
        "samples": len(log.samples),
        "summaries": len(summaries),
        "metric": header.results.scores[0].metrics["pass@1"].value,
        "frame": len(samples_df(folder)),
        "evals": len(evals_df(folder)),
        "copied": len(read_eval_log(f"{folder}/copy.eval").samples),
    },
    sys.stdout,
)
