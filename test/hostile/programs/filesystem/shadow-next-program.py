# about: leaves modules and answers in the working folder for the program that comes next
# expect: fail
import os


def task_func():
    for name in ("unittest", "os", "subprocess", "tempfile", "json", "answer"):
        with open(name + ".py", "w") as file:
            file.write("raise SystemExit\n")
    os.makedirs("__pycache__", exist_ok=True)
    return 0
