"""The few Linux calls that Python's standard library lacks, through ctypes. Every failure is an OSError."""

import contextlib
import ctypes
import errno
import fcntl
import functools
import os
import signal
import socket
import struct

from . import syscall_table

_libc = ctypes.CDLL(None, use_errno=True)
_libc_with_lock = ctypes.PyDLL(None, use_errno=True)
_ulong = ctypes.c_ulong
_libc.prctl.argtypes = [ctypes.c_int] + 4 * [_ulong]
# Looked up once, before the first fork: a sample that did it would copy dozens of pages.
_unshare, _setns, _mount, _umount, _prctl, _capset, _syscall, _mallopt = (
    getattr(_libc, name, None)
    for name in ("unshare", "setns", "mount", "umount2", "prctl", "capset", "syscall", "mallopt")
)
_own_capabilities = (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3, this process
_no_capabilities = (ctypes.c_uint32 * 6)()

# Of all idlers: each waits in the same call, which never returns.
_stack = ctypes.create_string_buffer(1 << 16)
_end_of_stack = ctypes.c_void_p((ctypes.addressof(_stack) + (1 << 16) - 128) & ~63)
_pause = ctypes.cast(_libc.pause, ctypes.c_void_p)

CLONE_VM = 0x00000100
CLONE_PARENT = 0x00008000
CLONE_CHILD_CLEARTID = 0x00200000
CLONE_CHILD_SETTID = 0x01000000
CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 1 << 18
MNT_DETACH = 2

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_GET_TID_ADDRESS = 40
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4

_NO_SETUID_FIXUP = 4
_M_PERTURB = -6
_MADV_COLLAPSE = 25
_SYS_CLOSE_RANGE = 436
_SIOCSIFFLAGS = 0x8914
_IFF_UP_RUNNING = 0x41


def _check(result, what):
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), what)
    return result


def fork_sibling():
    """A fork that is a child of this process's parent. Only for a process with one thread that has been forked itself.

    Without libc's fork, which cannot do that, handlers of libraries are not called: they are for programs with threads.
    Libc's own note of the thread's number is set right by the kernel.
    """
    return _check(_libc_with_lock.syscall(*prepare_fork()), "clone")


@functools.cache
def prepare_fork():
    """What fork_sibling needs to know; raises an OSError where it cannot be known."""
    flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | signal.SIGCHLD
    machine = os.uname().machine
    address = ctypes.c_void_p(_address_of_thread_id(machine))
    number = ctypes.c_long(syscall_table.number(syscall_table.CLONE, machine))
    nothing = _ulong(0)
    last = (address, nothing) if machine == "x86_64" else (nothing, address)
    return number, _ulong(flags), nothing, nothing, *last


def _address_of_thread_id(machine):
    """Where libc keeps the number of this thread. The kernel knows, unless it was built without."""
    address = ctypes.c_void_p()
    if _prctl(PR_GET_TID_ADDRESS, ctypes.addressof(address), 0, 0, 0) != 0 or not address.value:
        _libc.pthread_self.restype = ctypes.c_void_p
        address.value = _libc.pthread_self() + (720 if machine == "x86_64" else 208)
    if ctypes.c_int.from_address(address.value).value != os.getpid():
        raise OSError(errno.ENOSYS, "this libc keeps the number of a thread elsewhere")
    return address.value


def start_idler():
    """A process that does nothing until it is killed: the init of a pid namespace. It shares this one's memory, so that
    nothing is copied and nothing has to be taken apart. Gives its pid.
    """
    return _check(_libc_with_lock.clone(_pause, _end_of_stack, CLONE_VM | signal.SIGCHLD, None), "clone")


def unshare(flags):
    _check(_unshare(flags), "unshare")


def hide_cgroups():
    """This process sees itself at the top of all control groups from here on, if the kernel has any."""
    _unshare(CLONE_NEWCGROUP)


def setns(fd, kinds):
    _check(_setns(fd, kinds), "setns")


def mount(source, target, kind=None, flags=0, data=None):
    encode = lambda text: None if text is None else text.encode()
    _check(_mount(encode(source), encode(target), encode(kind), _ulong(flags), encode(data)), "mount " + target)


def umount(target):
    _check(_umount(target.encode(), MNT_DETACH), "umount " + target)


def prctl(option, argument=0, extra=0):
    _check(_prctl(option, argument, extra, 0, 0), "prctl %d" % option)


def syscall(number, *arguments):
    """A raw system call; arguments are integers or ctypes objects."""
    wrapped = [_ulong(a & (2**64 - 1)) if isinstance(a, int) else a for a in arguments]
    return _check(_syscall(ctypes.c_long(number), *wrapped), "syscall %d" % number)


def close_range(first, last):
    """Closes every descriptor from first to last, inclusive."""
    if first <= last:
        syscall(_SYS_CLOSE_RANGE, first, last, 0)


def drop_bounding_set():
    """Programs started from here on cannot gain capabilities."""
    drop = _prctl
    for capability in range(64):
        if drop(PR_CAPBSET_DROP, capability, 0, 0, 0) == -1:
            break  # past the last capability that this kernel knows


def keep_capabilities():
    """From here on a change of user takes no capabilities away, until a new user namespace is entered."""
    prctl(PR_SET_SECUREBITS, _NO_SETUID_FIXUP)


def drop_capabilities():
    """Drops every capability of this process."""
    _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    _check(_capset(_own_capabilities, _no_capabilities), "capset")


def map_one_user(uid, gid, inside, proc_fd):
    """After unshare(CLONE_NEWUSER): the process is `inside` there, whatever it was outside. proc_fd: a /proc it is in."""
    write_file("self/setgroups", "deny", proc_fd)
    write_file("self/uid_map", "%d %d 1" % (inside, uid), proc_fd)
    write_file("self/gid_map", "%d %d 1" % (inside, gid), proc_fd)


def volunteer_for_out_of_memory(proc_fd=None):
    """If the machine runs out of memory, this process and its children are killed first."""
    prctl(PR_SET_DUMPABLE, 1)  # else the file belongs to root
    write_file("/proc/self/oom_score_adj" if proc_fd is None else "self/oom_score_adj", "1000", proc_fd)


def raise_loopback():
    """Brings `lo` up in a fresh network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        fcntl.ioctl(handle, _SIOCSIFFLAGS, struct.pack("16sH14s", b"lo", _IFF_UP_RUNNING, b""))


@contextlib.contextmanager
def overwritten_memory():
    """What is given back to libc meanwhile is overwritten, where libc can do that."""
    if _mallopt is None:
        yield
        return
    _mallopt(_M_PERTURB, 1)
    try:
        yield
    finally:
        _mallopt(_M_PERTURB, 0)


def collapse_huge_pages():
    """Asks for huge pages under the writable anonymous memory, so that forking copies fewer page tables."""
    huge = 2 << 20
    with open("/proc/self/maps") as maps:
        lines = maps.readlines()
    for line in lines:
        parts = line.split(None, 5)
        if "w" not in parts[1] or parts[4] != "0":
            continue
        low, high = (int(edge, 16) for edge in parts[0].split("-"))
        low, high = -(-low // huge) * huge, high // huge * huge
        if high > low:
            _libc.madvise(ctypes.c_void_p(low), ctypes.c_size_t(high - low), _MADV_COLLAPSE)


def write_file(path, text, dir_fd=None):
    """Without Python's own files, which touch more memory than anything else a sample does before its program."""
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC, dir_fd=dir_fd)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
