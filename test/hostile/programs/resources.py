# Programs that want everything: memory, files, output.

#: memory, bit by bit
#: expect out-of-memory
def task_func():
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))

#: memory at one stroke
#: expect out-of-memory
def task_func():
    return len(bytearray(10**12))

#: memory mapped and touched
#: expect out-of-memory error killed
import mmap
def task_func():
    hoard = []
    while True:
        area = mmap.mmap(-1, 1 << 26)
        for offset in range(0, 1 << 26, 4096):
            area[offset] = 1
        hoard.append(area)

#: memory in many processes
#: expect out-of-memory timeout error fail
import os, time
def task_func():
    for _ in range(12):
        if os.fork() == 0:
            data = bytearray(150 << 20)
            for offset in range(0, len(data), 4096):
                data[offset] = 1
            time.sleep(1000)
    time.sleep(1000)

#: integer without end
#: expect timeout out-of-memory
def task_func():
    n = 3
    while True:
        n = n * n

#: fill the temporary folder
#: expect error out-of-memory killed
def task_func():
    with open("/tmp/filler" if {BOXED} else "filler", "wb") as file:
        while True:
            file.write(b"x" * (1 << 20))

#: fill the temporary folder with many files
#: expect error out-of-memory killed timeout
import os
def task_func():
    index = 0
    while True:
        with open("filler-%d" % index, "wb") as file:
            file.write(b"x" * (1 << 22))
        index += 1

#: use up the inodes
#: expect error timeout killed
def task_func():
    index = 0
    while True:
        open("empty-%d" % index, "w").close()
        index += 1

#: fill the shared memory
#: expect error out-of-memory killed
def task_func():
    with open("/dev/shm/filler", "wb") as file:
        while True:
            file.write(b"x" * (1 << 20))

#: one file that claims to be enormous
#: expect error killed
def task_func():
    with open("sparse", "wb") as file:
        file.truncate(1 << 40)

#: folders below folders
#: expect error timeout pass fail killed
import os
def task_func():
    for _ in range(3000):
        os.mkdir("d")
        os.chdir("d")
    return 42

#: use up the descriptors
#: expect error
import os
def task_func():
    while True:
        os.open("/dev/null", os.O_RDONLY)

#: flood stdout by print
#: expect output-limit
def task_func():
    while True:
        print("x" * 1000)

#: flood stdout by descriptor
#: expect output-limit
import os
def task_func():
    while True:
        os.write(1, b"x" * 65536)

#: flood stderr
#: expect output-limit
import sys
def task_func():
    while True:
        sys.stderr.write("x" * 65536)

#: flood through a subprocess
#: expect output-limit
import subprocess
def task_func():
    subprocess.run(["yes"])

#: flood through a daemon
#: expect output-limit
import os, time
def task_func():
    if os.fork() == 0:
        os.setsid()
        while True:
            os.write(2, b"x" * 65536)
    time.sleep(1000)

#: a lot of output is no fault
#: expect pass
def task_func():
    for index in range(20_000):
        print(index, "line")
    return 42

#: output that is no text
#: expect pass
import os, sys
def task_func():
    os.write(1, bytes(range(256)))
    print("\ud800", "\x00", file=sys.stderr)
    return 42

#: make the pipes as large as can be
#: expect pass output-limit
import fcntl, os
def task_func():
    for fd in (1, 2):
        try:
            fcntl.fcntl(fd, 1031, 1 << 20)
        except OSError:
            pass
    os.write(1, b"y" * (1 << 20))
    return 42

#: message without end
#: expect error fail out-of-memory
def task_func():
    raise ValueError("x" * (1 << 24))
