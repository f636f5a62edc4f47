import os
import re

import yaml


def task_func(paths):
    """
    Load a configuration that is spread over several YAML files.
    The files are read in the given order and merged: where both the configuration so far and the next
    file have a mapping under the same key, the two mappings are merged in the same way; in every other
    case, lists included, the value of the later file replaces the earlier one. An empty file adds
    nothing. After merging, references to environment variables are replaced in all string values, also
    inside lists, but not in keys: '${NAME}' becomes the value of the variable NAME, '${NAME:fallback}'
    does too but becomes the text between colon and closing brace (which may be empty) when the variable
    is not set. A string may hold several references. The result of a replacement stays a string and is
    not searched for further references. Names consist of ASCII letters, digits and underscores and do
    not start with a digit.

    Parameters:
    - paths (list of str): The YAML files, the most general one first.

    Returns:
    - dict: The merged configuration.

    Raises:
    - KeyError: If a variable without fallback is not set.
    - ValueError: If the top level of a file is something other than a mapping.

    Requirements:
    - os
    - re
    - yaml

    Example:
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, 'app.yml')
    ...     with open(path, 'w') as file:
    ...         _ = file.write('log: {level: "${STARTER_DEMO_LEVEL:info}", size: 3}')
    ...     task_func([path])
    {'log': {'level': 'info', 'size': 3}}
    """
