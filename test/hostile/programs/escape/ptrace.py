# about: attaches to other processes as a debugger, reads and writes their memory
# expect: pass
# test: refused
import ctypes
import os

PTRACE_ATTACH, PTRACE_SEIZE = 16, 0x4206


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    reached = []
    buffer = ctypes.create_string_buffer(64)

    class Vector(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    local = Vector(ctypes.cast(buffer, ctypes.c_void_p), 64)
    remote = Vector(ctypes.c_void_p(id(attack)), 64)
    for pid in (1, os.getppid(), @NODE_PID@, @BYSTANDER_PID@):
        for request in (PTRACE_ATTACH, PTRACE_SEIZE):
            if libc.ptrace(request, pid, 0, 0) == 0:
                reached.append("ptrace %d" % pid)
        if libc.process_vm_readv(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) > 0:
            reached.append("memory of %d" % pid)
        for name in ("mem", "maps", "environ", "fd", "cwd", "root"):
            try:
                os.stat("/proc/%d/%s" % (pid, name), follow_symlinks=name != "fd") and None
                if name in ("mem", "maps", "environ"):
                    with open("/proc/%d/%s" % (pid, name), "rb") as file:
                        if name != "mem" and file.read(1):
                            reached.append("%s of %d" % (name, pid))
            except OSError:
                pass
    return reached
