# about: floods the result channel with small honest-looking records
# expect: tampered, timeout, error, fail
# limits: cpuMs=8000
# test: borrowed-self
def task_func(case):
    for number in range(10**7):
        with case.subTest(number=number):
            case.fail("x" * 3000)
