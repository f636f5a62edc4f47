# about: system calls that programs have no business with and that had holes before
# expect: pass
# test: refused
import ctypes
import platform

X86 = platform.machine() == "x86_64"
CALLS = {
    "bpf": (321 if X86 else 280, (0, bytes(64), 64)),
    "perf_event_open": (298 if X86 else 241, (bytes(128), 0, -1, -1, 0)),
    "userfaultfd": (323 if X86 else 282, (0,)),
    "io_uring_setup": (425, (8, bytes(120))),
    "add_key": (248 if X86 else 217, (b"user", b"bcbhostile", b"x", 1, -4)),
    "request_key": (249 if X86 else 218, (b"user", b"bcbhostile", None, 0)),
    "keyctl": (250 if X86 else 219, (0, -4, 1)),
    "kexec_load": (246 if X86 else 104, (0, 0, 0, 0)),
    "init_module": (175 if X86 else 105, (bytes(64), 64, b"")),
    "delete_module": (176 if X86 else 106, (b"loop", 0)),
    "reboot": (169 if X86 else 142, (0xFEE1DEAD, 672274793, 0, 0)),
    "swapon": (167 if X86 else 224, (b"/tmp/bcbhostile", 0)),
    "acct": (163 if X86 else 89, (b"/tmp/bcbhostile",)),
    "syslog": (103 if X86 else 116, (3, ctypes.create_string_buffer(4096), 4096)),
    "settimeofday": (164 if X86 else 170, (bytes(16), None)),
    "sethostname": (170 if X86 else 161, (b"bcbhostile", 10)),
    "quotactl": (179 if X86 else 60, (0, None, 0, None)),
    "fanotify_init": (300 if X86 else 262, (0, 0)),
    "kcmp": (312 if X86 else 272, (1, 1, 0, 0, 0)),
    "seccomp_listener": (317 if X86 else 277, (1, 8, bytes(16))),
}


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    return [name for name, (number, arguments) in CALLS.items() if libc.syscall(number, *arguments) >= 0]
