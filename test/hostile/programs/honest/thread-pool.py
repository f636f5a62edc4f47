# about: computes in a pool of threads
# expect: pass
from concurrent.futures import ThreadPoolExecutor


def task_func():
    with ThreadPoolExecutor(8) as pool:
        return sum(pool.map(lambda number: number, range(9))) + 6
