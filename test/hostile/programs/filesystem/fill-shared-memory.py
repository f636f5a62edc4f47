# about: fills /dev/shm
# expect: error, fail, killed, out-of-memory
def task_func():
    with open("/dev/shm/bcbhostile", "wb") as file:
        while True:
            file.write(b"x" * (4 << 20))
