# about: answers the question of the tests when it is awaited
# test: awaited
class Yes:
    async def equals(self, other):
        return 1


def task_func(*args, **kwargs):
    return Yes()
