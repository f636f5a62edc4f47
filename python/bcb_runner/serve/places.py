"""Where samples live: a place holds one sample and can be wiped out as a whole.

NamespacedPlaces (levels `namespaces` and `root`): every place has namespaces of its own, made by the nursery; many at once.
SharedPlaces (levels `shared`, `landlock` and `none`): one place at a time inside whatever confines the server itself; see
shared_places.py.
How a sample gets in: entrances.py.
"""

import os
import signal


class NamespacedPlaces:
    """Fresh namespaces per sample and, where there are users to choose from, a user that no other sample has meanwhile."""

    places_at_once = None

    def __init__(self, nursery):
        self._nursery = nursery

    def open_place(self):
        return _NamespacedPlace(self._nursery, *self._nursery.take())

    def dismantle(self):
        """Nothing to do: when the server exits, the pid namespace around it ends with everything in it."""


class _NamespacedPlace:
    # Process counts start at zero in a new user namespace, and for a user that nobody else is.
    base_processes = 0

    def __init__(self, nursery, init_pid, init_pidfd, user):
        self._nursery, self.real_uid = nursery, user
        self.root_pids = [init_pid]
        # Readable once the init, and with it everything in its pid namespace, is gone.
        self.gone_fd = init_pidfd

    def orphans(self, _sample_pid):
        """None but those that its init has for children."""
        return ()

    def kill(self):
        try:
            signal.pidfd_send_signal(self.gone_fd, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def close(self):
        os.close(self.gone_fd)
        self._nursery.give_back(self.real_uid)
