# about: an object that says yes by properties
# expect: pass
# test: flags
class State:
    @property
    def is_right(self):
        return True

    is_whole = is_right


def task_func():
    return State()
