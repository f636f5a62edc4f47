"""The filter is run by a small interpreter of the kernel's instruction set, for both machines."""

import errno
import unittest

from bcb_runner.confine import syscall_table as table
from bcb_runner.confine.seccomp import _OWN, Filter, Policy, assemble, build_filter

ALLOW, KILL = "allow", "kill"
MACHINES = ("x86_64", "aarch64")


def decide(rows, arch, number, arguments=()):
    words = {0: number, 4: arch}
    for index, value in enumerate(arguments):
        words[16 + 8 * index] = value & 0xFFFFFFFF
    accumulator = position = 0
    while True:
        code, if_true, if_false, constant = rows[position]
        position += 1
        if code == 0x20:
            accumulator = words.get(constant, 0)
        elif code == 0x06:
            kind = constant & 0xFFFF0000
            return {0x7FFF0000: ALLOW, 0x80000000: KILL}.get(kind, constant & 0xFFFF)
        else:
            holds = {0x15: accumulator == constant, 0x35: accumulator >= constant, 0x45: accumulator & constant != 0}[code]
            position += if_true if holds else if_false


class SeccompTests(unittest.TestCase):
    def check(self, expected, row, arguments=(), policy=Policy()):
        for machine in MACHINES:
            rows = build_filter(machine, policy)
            number = table.number(row, machine)
            if number is not None:
                self.assertEqual(decide(rows, table.AUDIT_ARCH[machine], number, arguments), expected, (machine, row))

    def test_forbidden_and_unknown_calls(self):
        for row in table.FORBIDDEN.values():
            self.check(errno.EPERM, row)
        for row in table.UNKNOWN.values():
            self.check(errno.ENOSYS, row)

    def test_ordinary_calls(self):
        read_write_exit = ((0, 63), (1, 64), (231, 94), (257, 56), (59, 221))
        for row in read_write_exit:
            self.check(ALLOW, row)
            self.check(ALLOW, row, policy=Policy(False, (-1, 5), False))

    def test_another_machine_is_killed(self):
        rows = build_filter("x86_64", Policy())
        self.assertEqual(decide(rows, 0x40000003, 1), KILL)
        self.assertEqual(decide(rows, table.AUDIT_ARCH["x86_64"], 0x40000000 | 1), errno.ENOSYS)

    def test_clone_without_new_namespaces_and_siblings(self):
        self.check(ALLOW, table.CLONE, [0x11])
        self.check(ALLOW, table.CLONE, [0x3D0F00])  # a thread
        for flag in (0x8000, 0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
            self.check(errno.EPERM, table.CLONE, [flag | 0x11])

    def test_socket_families(self):
        for family in (1, 2, 10, 16):
            self.check(ALLOW, table.SOCKET, [family])
            self.check(errno.EACCES, table.SOCKET, [family], Policy(sockets=False))
        for family in (17, 38, 40, 31):
            self.check(errno.EAFNOSUPPORT, table.SOCKET, [family])

    def test_terminal_requests(self):
        self.check(errno.EPERM, table.IOCTL, [0, 0x5412])
        self.check(errno.EPERM, table.IOCTL, [0, 0x541C])
        self.check(ALLOW, table.IOCTL, [0, 0x5401])

    def test_protected_processes(self):
        policy = Policy(protected=(-1, 17, -17))
        for row in table.SIGNALLING.values():
            for pid in (-1, 17, -17):
                self.check(errno.EPERM, row, [pid], policy)
                self.check(ALLOW, row, [pid])
            for pid in (0, 16, 18, -18):
                self.check(ALLOW, row, [pid], policy)

    def test_signals_by_other_roads(self):
        among_others = Policy(protected=(-1, 17))
        for row, arguments in ((table.FCNTL, (3, 8, 17)), (table.FCNTL, (3, 15)), (table.IOCTL, (3, 0x8901))):
            self.check(errno.EPERM, row, arguments, among_others)
            self.check(ALLOW, row, arguments)
        self.check(errno.EPERM, table.PIDFD_SEND_SIGNAL, (3, 9), among_others)
        self.check(ALLOW, table.PIDFD_SEND_SIGNAL, (3, 9))

    def test_limits_and_turns_of_others(self):
        among_others = Policy(protected=(-1, 17))
        for row in table.GOVERNING.values():
            for pid in (0, _OWN):
                self.check(ALLOW, row, [pid], among_others)
            for pid in (1, 16, 17):
                self.check(errno.EPERM, row, [pid], among_others)
            self.check(errno.EPERM, row, [1])
            self.check(ALLOW, row, [16])
        for row, of_process, of_group in ((table.SETPRIORITY, 0, 1), (table.IOPRIO_SET, 1, 2)):
            for pid in (0, _OWN):
                self.check(ALLOW, row, [of_process, pid], among_others)
                self.check(errno.EPERM, row, [of_group, pid], among_others)
                self.check(ALLOW, row, [of_group, pid])
            self.check(errno.EPERM, row, [of_process, 16], among_others)
            self.check(errno.EPERM, row, [of_process, 1])
            self.check(ALLOW, row, [of_process, 16])

    def test_shared_files(self):
        for command in (1024, 1026, 1040):
            self.check(errno.EINVAL, table.FCNTL, [3, command])
        self.check(ALLOW, table.FCNTL, [3, 1030])
        self.check(ALLOW, table.PREADV2, [3, 1, 1, 0, 0, 0])
        self.check(errno.EOPNOTSUPP, table.PREADV2, [3, 1, 1, 0, 0, 8])
        for advice in (20, 21):
            self.check(errno.EINVAL, table.MADVISE, [0, 0, advice])
        self.check(ALLOW, table.MADVISE, [0, 0, 4])
        for row in table.IGNORED.values():
            self.check(0, row, [3, 0, 0, 4])

    def test_persistent_ipc(self):
        for row in table.PERSISTENT_IPC.values():
            self.check(ALLOW, row)
            self.check(errno.EPERM, row, policy=Policy(persistent_ipc=False))

    def test_hidden_memory(self):
        for row in table.HIDDEN_MEMORY.values():
            self.check(ALLOW, row)
            self.check(errno.ENOSYS, row, policy=Policy(hidden_memory=False))

    def test_jumps_stay_inside_and_the_program_is_short_enough(self):
        for machine in MACHINES:
            rows = build_filter(machine, Policy(False, (-1, 17, -17, -18), False))
            self.assertLess(len(rows), 4096)
            self.assertEqual(len(assemble(rows)), 8 * len(rows))
            for index, (code, if_true, if_false, _) in enumerate(rows):
                if code in (0x15, 0x35, 0x45):
                    self.assertLess(index + 1 + max(if_true, if_false), len(rows))

    def test_a_filter_can_be_made(self):
        for machine in MACHINES:
            Filter(Policy(), machine)
