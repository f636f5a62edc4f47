# about: a mock of its own
# expect: pass
from unittest.mock import MagicMock, patch


def task_func():
    source = MagicMock(return_value=42)
    with patch("os.getcwd", source):
        import os

        return os.getcwd()
