"""What the judge takes for granted of Python and its unittest. A test here is named after the assumption that fails."""

import sys
import types
import unittest

from bcb_runner.judge import guard, image, stack
from bcb_runner.judge.integrity import JUDGING_MODULES, judging_classes
from bcb_runner.judge.judge import codes_of_unittest

heard = None


def _listen(event, arguments):
    if heard is not None:
        heard.append((event, arguments))
        if event == "sys.addaudithook":
            raise RuntimeError


sys.addaudithook(_listen)


def hear(action):
    """The audit events of an action."""
    global heard
    heard = events = []
    try:
        action()
    finally:
        heard = None
    return events


class Plain(unittest.TestCase):
    limit: int = 3

    def test_something(self):
        """Text."""
        self.addCleanup(int)
        with self.subTest(number=1):
            self.assertEqual([1], [1])


class Waiting(unittest.IsolatedAsyncioTestCase):
    async def test_something(self):
        self.assertTrue(True)


def run(test, **methods):
    """Runs a test case under a result that hears of its end while it still runs."""
    result = unittest.TestResult()
    for name, method in methods.items():
        setattr(result, name, method)
    unittest.TestSuite([test]).run(result)
    return result


# Gone with this module's namespace, so that nobody takes them for tests of ours.
CASES = (Plain, Waiting)
del Plain, Waiting


def tests():
    return [cls("test_something") for cls in CASES]


class PythonItself(unittest.TestCase):
    def test_names_that_python_puts_onto_a_class_are_known(self):
        for test in tests():
            run(test)
            decisive = {name for name in vars(type(test)) if name in guard._NAMES_OF_CASES or name.startswith(("test", "__"))}
            unknown = decisive - guard._HOUSEKEEPING - {"test_something"}
            self.assertEqual(unknown, set(), "add them to guard._HOUSEKEEPING")

    def test_names_that_unittest_keeps_on_a_test_are_known(self):
        for test in tests():
            kept = set()
            run(test, addSuccess=lambda test: kept.update(vars(test)))
            self.assertIn("_testMethodName", kept)
            # Python 3.10 keeps one more, under which no class has anything.
            unknown = kept - guard._CASE_NAMES - {"_asyncioCallsTask"}
            self.assertEqual(unknown, set(), "add them to guard._CASE_NAMES")

    def test_outcome_of_a_test_tells_of_an_expected_failure(self):
        for test in tests():
            outcomes = []
            run(test, addSuccess=lambda test: outcomes.append(test._outcome))
            self.assertIs(type(outcomes[0]), unittest.case._Outcome)
            self.assertIn("expectedFailure", vars(outcomes[0]))
            self.assertIsNone(outcomes[0].expectedFailure)

    def test_equality_functions_of_a_test_are_a_dictionary(self):
        for test in tests():
            self.assertIs(type(vars(test)["_type_equality_funcs"]), dict)

    def test_only_unittest_stands_between_a_suite_and_a_success(self):
        for test in tests():
            between = []

            def succeed(test, between=between):
                frame = stack.caller(1)
                while frame is not None and frame.f_code.co_name != "run_suite":
                    between.append(stack.code_of(frame))
                    frame = frame.f_back

            def run_suite(test=test, succeed=succeed):
                result = unittest.TestResult()
                result.addSuccess = succeed
                unittest.TestSuite([test]).run(result)

            run_suite()
            genuine = codes_of_unittest()
            strangers = [code.co_name for code in between if id(code) not in genuine]
            self.assertGreater(len(between), 1)
            self.assertEqual(strangers, [], "codes_of_unittest does not know them")

    def test_reading_the_stack_raises_no_audit_event(self):
        frames = []
        self.assertEqual(hear(lambda: frames.append(stack.caller(0))), [])
        self.assertIs(type(frames[0]), types.FrameType)
        self.assertIn("sys._getframe", [event for event, _ in hear(sys._getframe)])

    def test_swapping_the_code_of_a_function_raises_an_audit_event(self):
        def one(value=1, *, other=1):
            return value

        def two(value=2, *, other=2):
            return value

        for name in ("__code__", "__defaults__", "__kwdefaults__"):
            with self.subTest(name=name):
                events = hear(lambda: setattr(one, name, getattr(two, name)))
                swaps = [arguments for event, arguments in events if event == "object.__setattr__"]
                self.assertEqual([arguments[:2] for arguments in swaps], [(one, name)])

    def test_an_audit_hook_can_refuse_others(self):
        events = hear(lambda: sys.addaudithook(lambda *_: self.fail("it was added")))
        self.assertEqual([event for event, _ in events], ["sys.addaudithook"])
        sys.audit("bcb.test")

    def test_an_honest_test_changes_no_dictionary_that_judges(self):
        for test in tests():
            run(type(test)("test_something"))  # what is imported or cached at its first use
            taken = image.take_image(JUDGING_MODULES, judging_classes())
            run(test)
            self.assertEqual([name for name, _, _ in taken.changes()], [], "add them to image._IGNORED")

    def test_a_dictionary_lists_its_values_in_the_same_order_until_it_changes(self):
        for space in [vars(unittest.case), vars(unittest.TestCase)]:
            first, second = tuple(space.values()), tuple(space.values())
            self.assertTrue(all(one is other for one, other in zip(first, second)))

    def test_nested_code_is_among_the_constants_of_code(self):
        compiled = compile("class A:\n    def b(self):\n        return [c for c in self]", "<test>", "exec")
        self.assertLessEqual({"<module>", "A", "b"}, {code.co_name for code in stack.codes_in(compiled)})


if __name__ == "__main__":
    unittest.main()
