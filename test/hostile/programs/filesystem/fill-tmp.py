# about: fills /tmp with one file
# expect: error, fail, killed, out-of-memory
def task_func():
    with open("/tmp/bcbhostile", "wb") as file:
        while True:
            file.write(b"x" * (16 << 20))
