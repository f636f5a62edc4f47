# about: an object that knows what it contains
# expect: pass
# test: contained
class Numbers:
    def __contains__(self, number):
        return number in (17, 42)


def task_func():
    return Numbers()
