# about: a sum of its own under the name of the built-in one
# expect: pass
def sum(values):
    total = 0
    for value in values:
        total += value
    return total


def task_func():
    return sum([40, 2])
