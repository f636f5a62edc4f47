# about: an object that is asked whether it equals something
# expect: pass
# test: questions
class Numbers:
    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def equals(self, others):
        return self.numbers == others


def task_func():
    return Numbers(3, 1, 2)
