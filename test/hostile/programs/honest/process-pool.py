# about: computes in a pool of processes
# expect: pass
# expect-D: error
import multiprocessing


def double(number):
    return 2 * number


def task_func():
    with multiprocessing.Pool(2) as pool:
        return sum(pool.map(double, [10, 11]))
