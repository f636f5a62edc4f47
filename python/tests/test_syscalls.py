import os
import signal
import threading
import unittest

from bcb_runner.confine import syscalls


class ForkSiblingTests(unittest.TestCase):
    def test_is_a_child_of_the_parent(self):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            sibling = syscalls.fork_sibling()
            if sibling == 0:
                # Its threads get numbers and locks of their own, as after any fork.
                seen = []
                lock = threading.RLock()
                with lock:
                    thread = threading.Thread(target=lambda: seen.append(lock.acquire(blocking=False)))
                    thread.start()
                    thread.join()
                os._exit(7 if seen == [False] and threading.get_native_id() == os.getpid() else 1)
            os.write(write, b"%d" % sibling)
            os._exit(0)
        sibling = int(os.read(read, 20))
        self.assertEqual(os.WEXITSTATUS(os.waitpid(sibling, 0)[1]), 7)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        for fd in (read, write):
            os.close(fd)


class IdlerTests(unittest.TestCase):
    def test_waits_until_it_is_killed(self):
        # In a process of its own: they share their memory.
        child = os.fork()
        if child == 0:
            idlers = [syscalls.start_idler() for _ in range(3)]
            ended = [os.waitpid(pid, os.WNOHANG)[0] for pid in idlers]
            for pid in idlers:
                os.kill(pid, signal.SIGKILL)
            statuses = {os.waitpid(pid, 0)[1] for pid in idlers}
            os._exit(7 if ended == [0, 0, 0] and statuses == {signal.SIGKILL} else 1)
        self.assertEqual(os.WEXITSTATUS(os.waitpid(child, 0)[1]), 7)
