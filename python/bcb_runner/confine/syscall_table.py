"""Numbers of the filtered system calls on both supported machines: (x86_64, aarch64)."""

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_COLUMN = {"x86_64": 0, "aarch64": 1}

# What no benchmark program needs: other processes' memory, namespaces, mounts, kernel configuration, the clock.
FORBIDDEN = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "open_tree_attr": (467, 467),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "iopl": (172, None),
    "ioperm": (173, None),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "modify_ldt": (154, None),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "lookup_dcookie": (212, 18),
    "memfd_secret": (447, 447),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "uselib": (134, None),
    "ustat": (136, None),
    "sysfs": (139, None),
    "nfsservctl": (180, 42),
}

# Answered as by an older kernel, so that programs and libraries fall back to calls that can be filtered.
UNKNOWN = {
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # A watch on the libraries that all samples share would tell one of them what the others open.
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    # So would what of them is in memory.
    "mincore": (27, 232),
    "cachestat": (451, 451),
    # The kernel counts these per user, not per namespace.
    "mq_open": (240, 180),
}

# Advice that changes what of the shared libraries is in memory. It may be ignored, so it is.
IGNORED = {
    "fadvise64": (221, 223),
}

# Memory that belongs to no process: only a control group counts it.
HIDDEN_MEMORY = {
    "memfd_create": (319, 279),
}

# Objects that outlive their processes: forbidden if samples share an ipc namespace, or if nothing counts them.
PERSISTENT_IPC = {
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
}

# Calls whose first argument is a process or thread.
SIGNALLING = {
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
}

# The same, for calls that change limits and turns on a CPU.
GOVERNING = {
    "prlimit64": (302, 261),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
}
# Their first argument says what the second is.
SETPRIORITY = (141, 140)
IOPRIO_SET = (251, 30)

CLONE = (56, 220)
SOCKET = (41, 198)
IOCTL = (16, 29)
FCNTL = (72, 25)
MADVISE = (28, 233)
PREADV2 = (327, 286)
PIDFD_SEND_SIGNAL = (424, 424)


def numbers(table, machine):
    """The numbers in a table on one machine, ascending."""
    column = _COLUMN[machine]
    return sorted(row[column] for row in table.values() if row[column] is not None)


def number(row, machine):
    return row[_COLUMN[machine]]
