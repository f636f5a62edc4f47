# about: writes into read-only memory of its own process through /proc/self/mem
# expect: fail
import re


def task_func():
    # Code of the C library in its own process is the program's to break; nobody else's may change.
    with open("/proc/self/maps") as maps:
        low = next(re.match(r"\w+", line).group() for line in maps if "r-xp" in line and "libc" in line)
    try:
        with open("/proc/self/mem", "r+b", 0) as memory:
            memory.seek(int(low, 16))
            start = memory.read(16)
            memory.seek(int(low, 16))
            memory.write(start)
    except OSError:
        return "refused"
    return "written"
