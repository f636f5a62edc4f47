import shlex
import subprocess
import networkx as nx
import yaml

def task_func(pipeline_yaml):
    """
    Run the steps of a pipeline in the order of their dependencies.

    The pipeline is a YAML mapping from step name to a mapping with 'run' (a command line) and
    optionally 'needs' (a list of steps that must come before it). The steps are taken in topological
    order; among the steps that could come next, the alphabetically smallest name comes first. The
    command line is split like a shell would and executed by
    subprocess.run(arguments, capture_output=True, text=True), where arguments is the list of words.
    A step has succeeded if the return code is 0. When a step fails, every step that depends on it,
    directly or through others, is skipped and not executed; independent steps still run.

    Parameters:
    - pipeline_yaml (str): The pipeline.

    Returns:
    - dict: From step name to 'ok', 'failed' or 'skipped', in the topological order described above.

    Requirements:
    - shlex
    - subprocess
    - networkx
    - yaml

    Raises:
    - ValueError: If a step needs a step that does not exist, or if the dependencies form a cycle;
      nothing is executed in that case.

    Example:
    >>> task_func("greet: {run: echo hello}\\nbye: {run: echo bye, needs: [greet]}")
    {'greet': 'ok', 'bye': 'ok'}
    """
