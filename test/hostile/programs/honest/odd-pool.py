# about: processes that compute the answer
# expect: pass
# expect-D: error
from concurrent.futures import ProcessPoolExecutor


def double(number):
    return 2 * number


def task_func():
    with ProcessPoolExecutor(2) as pool:
        return sum(pool.map(double, (10, 11)))
