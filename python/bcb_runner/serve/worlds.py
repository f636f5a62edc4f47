"""Where samples live. A world makes places; a place holds one sample and can be wiped out as a whole.

NamespacedWorld (levels `namespaces` and `root`): every place has namespaces of its own, made by the nursery; many at once.
SharedWorld (levels `shared`, `landlock` and `none`): one place at a time inside whatever confines the server itself; see
shared_world.py.
How a sample gets in: entrances.py.
"""

import os
import signal


class NamespacedWorld:
    """Fresh namespaces per sample; with real user ids (level `root`), another one for each sample at the same time."""

    places_at_once = None

    def __init__(self, config, nursery):
        self._real_uid_base = config.get("uidBase")
        self._nursery = nursery
        self._taken = set()

    def open_place(self):
        pid, pidfd = self._nursery.take()
        slot = next(index for index in range(len(self._taken) + 1) if index not in self._taken)
        self._taken.add(slot)
        real_uid = -1 if self._real_uid_base is None else self._real_uid_base + slot
        return _NamespacedPlace(self, slot, pid, pidfd, real_uid)

    def dismantle(self):
        """Nothing to do: when the server exits, the pid namespace around it ends with everything in it."""

    def release(self, slot):
        self._taken.discard(slot)


class _NamespacedPlace:
    # Process counts start at zero in a new user namespace, and for a user id that nobody else has.
    base_processes = 0

    def __init__(self, world, slot, init_pid, init_pidfd, real_uid):
        self._world, self._slot, self.real_uid = world, slot, real_uid
        self.root_pids = [init_pid]
        # Readable once the init, and with it everything in its pid namespace, is gone.
        self.gone_fd = init_pidfd

    def kill(self):
        try:
            signal.pidfd_send_signal(self.gone_fd, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def close(self):
        os.close(self.gone_fd)
        self._world.release(self._slot)
