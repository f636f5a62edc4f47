# about: makes empty files until there are no more
# expect: error, fail, killed, out-of-memory, timeout
# limits: wallMs=15000
def task_func():
    count = 0
    while True:
        open("/tmp/bcbhostile-%d" % count, "w").close()
        count += 1
