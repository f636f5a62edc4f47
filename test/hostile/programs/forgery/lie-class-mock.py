# about: a mock that is told which class to look like
# test: classes
from unittest.mock import MagicMock


def task_func():
    return MagicMock(spec=float)
