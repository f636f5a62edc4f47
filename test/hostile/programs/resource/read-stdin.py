# about: asks on standard input, where nobody answers
# expect: error
def task_func():
    return int(input("The answer? "))
