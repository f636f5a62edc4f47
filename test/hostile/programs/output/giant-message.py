# about: an assertion message of hundreds of megabytes
# expect: fail, error, out-of-memory
class Talkative:
    def __repr__(self):
        return "x" * (200 << 20)


def task_func():
    return Talkative()
