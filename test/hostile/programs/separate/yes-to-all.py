# about: answers a question about each of its parts with a number instead of yes
# test: questions-to-all
class Part:
    def fits(self, other):
        return 1


class Whole:
    def parts(self):
        return [Part(), Part()]

    def fits(self, others):
        return [1, 1]


def task_func(*args, **kwargs):
    return Whole()
