# about: a thread that computes the answer
# expect: pass
import threading


def task_func():
    found = []
    thread = threading.Thread(target=found.append, args=(42,))
    thread.start()
    thread.join()
    return found[0]
