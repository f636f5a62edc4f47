# about: gives a frame that is right
# expect: pass
# test: frames
# needs: pandas
import pandas


def task_func():
    return pandas.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"]})
