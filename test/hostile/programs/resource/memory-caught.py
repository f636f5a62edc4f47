# about: swallows every MemoryError and asks again
# expect: out-of-memory, timeout
# limits: memoryMb=128 cpuMs=500 wallMs=3000
def task_func():
    hoard = []
    while True:
        try:
            hoard.append(bytearray(8 << 20))
        except MemoryError:
            pass
