# Programs that are wrong and want to pass. None may; those that only a reader can catch are flagged by the safety scan.

#: patched assertion
#: expect error tampered
import unittest
unittest.TestCase.assertEqual = lambda *arguments: None
def task_func():
    return 0

#: patched assertion, inside the test
#: expect error tampered
import unittest
def task_func():
    unittest.TestCase.assertEqual = lambda *arguments: None
    return 0

#: patched assertion that puts itself back
#: expect error tampered
import unittest
def task_func():
    real = unittest.TestCase.assertEqual
    def fake(*arguments):
        unittest.TestCase.assertEqual = real
    unittest.TestCase.assertEqual = fake
    return 0

#: assertion whose code is swapped
#: expect tampered
import unittest
unittest.TestCase.assertEqual.__code__ = (lambda self, first, second, msg=None: None).__code__
def task_func():
    return 0

#: assertion whose code is swapped one floor below
#: expect tampered
import unittest.case
unittest.TestCase._baseAssertEqual.__code__ = (lambda self, first, second, msg=None: None).__code__
def task_func():
    return 0

#: patched run of a test case
#: expect error tampered
import unittest
def run(self, result=None):
    result.startTest(self)
    result.addSuccess(self)
    result.stopTest(self)
unittest.TestCase.run = run
def task_func():
    return 0

#: patched result
#: expect error tampered
import unittest
unittest.TestResult.addFailure = lambda self, test, error: self.addSuccess(test)
def task_func():
    return 0

#: patched outcome
#: expect error tampered
import contextlib, unittest.case
@contextlib.contextmanager
def executor(self, *arguments, **options):
    try:
        yield
    except BaseException:
        pass
unittest.case._Outcome.testPartExecutor = executor
def task_func():
    return 0

#: patched loader
#: expect error tampered
import unittest
unittest.TestLoader.getTestCaseNames = lambda self, cls: []
def task_func():
    return 0

#: patched suite
#: expect error tampered
import unittest
unittest.TestSuite.run = lambda self, result, debug=False: result
def task_func():
    return 0

#: another unittest
#: expect error tampered
import sys, types
class TestCase:
    def __init__(self, name="test_answer"):
        self._testMethodName = name
    def assertEqual(self, *arguments):
        pass
fake = types.ModuleType("unittest")
fake.TestCase = TestCase
sys.modules["unittest"] = fake
def task_func():
    return 0

#: another unittest that inherits
#: expect tampered
import sys, types, unittest
class TestCase(unittest.TestCase):
    def assertEqual(self, *arguments):
        pass
fake = types.ModuleType("unittest")
fake.TestCase = TestCase
sys.modules["unittest"] = fake
def task_func():
    return 0

#: another name in the package
#: expect tampered
import unittest
class Lenient(unittest.TestCase):
    def assertEqual(self, *arguments):
        pass
unittest.TestCase = Lenient
def task_func():
    return 0

#: another import
#: expect tampered
import builtins, types, unittest
class Lenient(unittest.TestCase):
    def assertEqual(self, *arguments):
        pass
real = builtins.__import__
def fake(name, *arguments, **options):
    if name == "unittest":
        return types.SimpleNamespace(TestCase=Lenient)
    return real(name, *arguments, **options)
builtins.__import__ = fake
def task_func():
    return 0

#: another way of making classes
#: expect tampered
import builtins
real = builtins.__build_class__
def fake(body, name, *bases, **options):
    cls = real(body, name, *bases, **options)
    if name == "TestCases":
        cls.assertEqual = lambda *arguments: None
    return cls
builtins.__build_class__ = fake
def task_func():
    return 0

#: another way of making classes, put back
#: expect tampered
import builtins
real = builtins.__build_class__
def fake(body, name, *bases, **options):
    builtins.__build_class__ = real
    cls = real(body, name, *bases, **options)
    cls.assertEqual = lambda *arguments: None
    return cls
builtins.__build_class__ = fake
def task_func():
    return 0

#: assertion on the test class
#: expect tampered
def task_func():
    globals()["TestCases"].assertEqual = lambda *arguments: None
    return 0

#: tests replaced on the test class
#: expect tampered
#: test three
def task_func():
    cls = globals()["TestCases"]
    for name in dir(cls):
        if name.startswith("test_"):
            setattr(cls, name, lambda self: None)
    return 42

#: tests taken away from the test class
#: expect error fail tampered
#: test three
import threading, time
def hunt():
    while "TestCases" not in globals():
        pass
    for name in ("test_b", "test_c"):
        try:
            delattr(globals()["TestCases"], name)
        except AttributeError:
            pass
threading.Thread(target=hunt, daemon=True).start()
def task_func():
    return 42

#: failures declared to be expected
#: expect fail error tampered
import threading
def hunt():
    while "TestCases" not in globals():
        pass
    globals()["TestCases"].__unittest_expecting_failure__ = True
    globals()["TestCases"].test_answer.__unittest_expecting_failure__ = True
threading.Thread(target=hunt, daemon=True).start()
def task_func():
    return 0

#: another kind of failure
#: expect error fail tampered
def task_func():
    class Quiet(Warning):
        pass
    globals()["TestCases"].failureException = Quiet
    return 0

#: skip
#: expect fail
import unittest
def task_func():
    raise unittest.SkipTest("not today")

#: skip at import
#: expect error
import unittest
raise unittest.SkipTest("not today")

#: skip the class
#: expect fail tampered
import threading
def hunt():
    while "TestCases" not in globals():
        pass
    globals()["TestCases"].__unittest_skip__ = True
threading.Thread(target=hunt, daemon=True).start()
def task_func():
    return 0

#: decorator in front of the tests
#: expect error
#: test bare
def task_func():
    return 0
def lenient(cls):
    cls.assertEqual = lambda *arguments: None
    return cls
@lenient

#: string around the tests
#: expect error
def task_func():
    return 0
import unittest
class TestCases(unittest.TestCase):
    def test_answer(self):
        pass
ignored = '''

#: condition around the tests
#: expect error
#: test bare
def task_func():
    return 0
import unittest
class TestCases(unittest.TestCase):
    def test_answer(self):
        pass
if False: \

#: own tests
#: expect fail
import unittest
class TestCases(unittest.TestCase):
    def test_answer(self):
        pass
def task_func():
    return 0

#: module that guards its names
#: expect error fail tampered
import sys, unittest
class Good(unittest.TestCase):
    def test_answer(self):
        pass
class Guard(type(sys)):
    @property
    def TestCases(self):
        return Good
sys.modules["__test__"] = Guard("__test__")
def task_func():
    sys.modules["__test__"].__class__ = Guard
    return 0

#: success after leaving
#: expect error fail
import atexit, os
atexit.register(lambda: os._exit(0))
def task_func():
    return 0

#: leave with success
#: expect error
import os
def task_func():
    os._exit(0)

#: no way to leave but with success
#: expect fail tampered
import os
real = os._exit
os._exit = lambda status: real(0)
def task_func():
    return 0

#: other writing
#: expect fail error tampered
import os
real = os.write
def fake(fd, data):
    return real(fd, bytes(data).replace(b"fail", b"pass").replace(b"AssertionError", b""))
os.write = fake
def task_func():
    return 0

#: other encoding of results
#: expect fail error tampered
import json, struct
json.JSONEncoder.encode = lambda self, value: '{"s": "ok"}'
json.dumps = lambda *arguments, **options: '{"s": "ok"}'
struct.pack = lambda *arguments: b""
def task_func():
    return 0

#: lines for every descriptor
#: expect tampered
import json, os
def task_func():
    for line in ({"t": "test_answer", "s": "ok"}, {"done": 1, "canary": 1}, {"type": "done", "outcome": "pass"}):
        for fd in range(3, 1100):
            try:
                os.write(fd, json.dumps(line).encode() + b"\n")
            except OSError:
                pass
    os._exit(0)

#: records for every descriptor
#: expect tampered
import os, struct
def task_func():
    nonce = bytes(16)
    for fields in (["begin", "test_answer"], ["test", "test_answer", "pass", "1.0", "0", "", "", ""], ["done", "1.0", ""]):
        body = "\x1f".join(fields).encode()
        for fd in range(3, 1100):
            try:
                os.write(fd, nonce + struct.pack("<I", len(body)) + body)
            except OSError:
                pass
    os._exit(0)

#: flood for every descriptor
#: expect tampered timeout
import os
def task_func():
    open_ones = []
    for fd in range(3, 1100):
        try:
            os.fstat(fd)
            open_ones.append(fd)
        except OSError:
            pass
    while open_ones:
        for fd in open_ones:
            os.write(fd, b"x" * 65536)

#: frames for the parent
#: expect fail error tampered
import json, os, struct
def task_func():
    body = json.dumps({"type": "done", "id": 1, "execution": {"outcome": "pass"}}).encode()
    for fd in (0, 1, 2):
        try:
            os.write(fd, struct.pack("<I", len(body)) + body)
        except OSError:
            pass
    return 0

#: other clock
#: expect fail
import time
for name in ("time", "perf_counter", "monotonic", "process_time"):
    setattr(time, name, lambda: 0.0)
def task_func():
    return 0

#: other clock does not stop the limit
#: expect timeout
import time
time.sleep = lambda seconds: None
time.monotonic = lambda: 0.0
def task_func():
    while True:
        pass

#: line skipped by a tracer
#: expect fail error tampered
#: flagged
import sys
def task_func():
    def trace(frame, event, argument):
        return trace
    sys.settrace(trace)
    frame = sys._getframe(1)
    frame.f_trace = trace
    return 0

#: exception that cannot be shown
#: expect error fail
class Rude(Exception):
    def __str__(self):
        raise SystemExit(0)
    __repr__ = __str__
def task_func():
    raise Rude

#: exception that leaves while it is shown
#: expect error
import os
class Rude(Exception):
    def __str__(self):
        os._exit(0)
def task_func():
    raise Rude

#: exception that claims to be a skip
#: expect fail error
import unittest
class Rude(unittest.SkipTest, AssertionError):
    pass
def task_func():
    raise Rude

#: signal in the middle of an assertion
#: expect error fail
import os, signal
class Done(BaseException):
    pass
def task_func():
    def handler(*arguments):
        raise Done
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    import time
    time.sleep(1)
    return 0

#: patched built-ins
#: expect error tampered
import builtins
builtins.len = lambda value: 42
builtins.isinstance = lambda value, kind: True
def task_func():
    return 0

#: patched built-ins that hide the findings
#: expect error tampered
import builtins, unittest
class Empty(dict):
    @classmethod
    def fromkeys(cls, *arguments):
        return ()
builtins.dict = Empty
builtins.vars = lambda *arguments: {}
builtins.hasattr = lambda *arguments: False
unittest.TestCase.assertEqual.__code__ = (lambda self, first, second, msg=None: None).__code__
def task_func():
    return 0

#: patched mocks
#: expect error tampered
#: test mocked
import unittest.mock
unittest.mock.NonCallableMock.assert_called_once_with = lambda *arguments, **options: None
def task_func():
    return 0

#: the runner's own modules
#: expect fail error
import sys
def task_func():
    for name in ("bcb_runner", "bcb_runner.harness", "bcb_runner.records", "bcb_runner.verdict"):
        assert name not in sys.modules
    import bcb_runner
    return 42

#: equal to everything
#: expect pass fail
#: flagged
class Always:
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
def task_func():
    return Always()

#: a number equal to everything
#: expect pass fail
#: flagged
class Always(int):
    __eq__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = int.__hash__
def task_func():
    return Always(0)

#: the expected value, read from the caller
#: expect pass fail error
#: flagged
import sys
def task_func():
    constants = sys._getframe(1).f_code.co_consts
    return next(value for value in constants if isinstance(value, int) and not isinstance(value, bool))

#: the reporter, found in the frames
#: expect pass fail error tampered
#: flagged
import os, sys
def task_func():
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if type(value).__name__ == "Reporter":
                value._send("test", "test_answer", "pass", "1.0", 0, "", "", "")
                value._send("done", "1.0", "")
                os._exit(0)
        frame = frame.f_back
    return 0

#: the reporter, found by the collector
#: expect pass fail error tampered
#: flagged
import gc, os
def task_func():
    for value in gc.get_objects():
        if type(value).__name__ == "Reporter":
            value._send("test", "test_answer", "pass", "1.0", 0, "", "", "")
            value._send("done", "1.0", "")
            os._exit(0)
    return 0

#: the tests, read from the module
#: expect pass fail error
#: flagged
import inspect, sys
def task_func():
    code = globals()["TestCases"].test_answer.__code__
    return next(value for value in code.co_consts if isinstance(value, int) and not isinstance(value, bool))
