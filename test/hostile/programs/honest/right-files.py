# about: writes a file that is right
# expect: pass
# test: files
def task_func(path):
    with open(path, "w") as file:
        file.write("done")
    return path
