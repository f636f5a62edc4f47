# about: a function behind three decorators
# expect: pass
import functools


def twice(function):
    @functools.wraps(function)
    def wrapper(*args):
        return 2 * function(*args)

    return wrapper


@twice
@functools.lru_cache(maxsize=None)
@functools.partial(functools.partial, lambda function: function())
def task_func():
    return 21
