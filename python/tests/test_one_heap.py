import os
import subprocess
import sys
import unittest

_RUNNER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Prints how much the heap grew, then whether all objects are as they were and can be given back.
_PROGRAM = """
import gc
from bcb_runner.serve.one_heap import put_objects_on_heap

def heap_bytes():
    for line in open("/proc/self/maps"):
        if "[heap]" in line:
            low, high = (int(edge, 16) for edge in line.split()[0].split("-"))
            return high - low

before = heap_bytes()
end = put_objects_on_heap()
objects = [(number, str(number)) for number in range(100_000)]
end()
grown = heap_bytes() - before
more = [(number, str(number)) for number in range(100_000)]
same = objects == more
after = heap_bytes() - before
del objects
gc.collect()
again = [(number, str(number)) for number in range(200_000)]
print(grown > 8 << 20, after - grown < 2 << 20, same, len(again) == 200_000)
"""


class OneHeapTests(unittest.TestCase):
    def test_objects_are_on_the_heap_until_it_ends(self):
        done = subprocess.run([sys.executable, "-B", "-c", _PROGRAM], cwd=_RUNNER, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("True True True True\n", ""))
