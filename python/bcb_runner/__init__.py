"""The runner that lives inside the sandbox: a warm process that forks one confined child per job.

Nothing here trusts the program it runs. The parent talks to it in frames (frames.py); a job becomes a sample
(sample.py), which runs in a child of its own (child.py) inside fresh namespaces (nursery.py); what happened is turned
into an execution by verdict.py, outside the sample.
"""
