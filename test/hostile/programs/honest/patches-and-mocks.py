# about: patches built-ins the proper way and puts them back
# expect: pass
from unittest.mock import MagicMock, mock_open, patch


def task_func():
    with (
        patch("builtins.open", mock_open(read_data="42")),
        patch("builtins.print") as printer,
        patch("os.listdir", return_value=["a"]),
    ):
        answer = int(open("x").read())
        print(answer)
        printer.assert_called_once_with(42)
    mock = MagicMock(spec=["f"])
    mock.f(1)
    mock.f.assert_called_once_with(1)
    return answer
