"""Makes the world around a program look different: run before it, in its own process. See docs/design/audit.md."""

import os
import time


def change(date=None, speed=None, zone=None, locale=None, folders=False):
    """date: days to add; speed: how much faster clocks run while the program does not sleep; folders: reversed."""
    if zone:
        os.environ["TZ"] = zone
        time.tzset()
    if locale:
        import locale as locales

        locales.setlocale(locales.LC_ALL, locale)
    if folders:
        _reverse_folders()
    if date is not None:
        _shift_date(date * 86400)
    if speed:
        _quicken(speed)


def _reverse_folders():
    listdir, scandir = os.listdir, os.scandir

    class Entries(list):
        def __iter__(self):
            return self

        def __next__(self):
            if not self:
                raise StopIteration
            return self.pop(0)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def close(self):
            pass

    os.listdir = lambda *path: sorted(listdir(*path), reverse=True)
    os.scandir = lambda *path: Entries(sorted(scandir(*path), key=lambda entry: entry.name, reverse=True))
    os.supports_fd.update((os.listdir, os.scandir))


def _shift_date(seconds):
    """Clocks and the times of files move together, so that ages of files stay what they are."""
    import datetime

    real, real_ns = time.time, time.time_ns
    time.time = lambda: real() + seconds
    time.time_ns = lambda: real_ns() + int(seconds * 1e9)
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, _with_default(getattr(time, name), 0))
    time.strftime = _with_default(time.strftime, 1, time.localtime)
    time.asctime = _with_default(time.asctime, 0, time.localtime)
    for name in ("stat", "lstat", "fstat"):
        setattr(os, name, _with_shifted_times(getattr(os, name), seconds))
    os.utime = _with_real_times(os.utime, seconds)
    for holder in (os.supports_fd, os.supports_follow_symlinks, os.supports_dir_fd):
        holder.update((os.stat, os.utime))
    _replace_classes(datetime)


def _with_default(function, at, default=None):
    def call(*arguments):
        if len(arguments) <= at or arguments[at] is None:
            arguments = arguments[:at] + ((default or time.time)(),)
        return function(*arguments)

    return call


def _with_shifted_times(function, seconds):
    def call(*arguments, **keywords):
        found = function(*arguments, **keywords)
        values = list(found)
        values[7:10] = [value + int(seconds) for value in values[7:10]]
        more = {}
        for name in ("st_atime", "st_mtime", "st_ctime"):
            more[name] = getattr(found, name) + seconds
            more[name + "_ns"] = getattr(found, name + "_ns") + int(seconds * 1e9)
        for name in ("st_blksize", "st_blocks", "st_rdev"):
            more[name] = getattr(found, name)
        return os.stat_result(values, more)

    return call


def _with_real_times(function, seconds):
    def call(path, times=None, *, ns=None, **keywords):
        if times is not None:
            times = tuple(value - seconds for value in times)
        if ns is not None:
            return function(path, ns=tuple(value - int(seconds * 1e9) for value in ns), **keywords)
        return function(path, times, **keywords)

    return call


def _replace_classes(datetime):
    """Subclasses whose clock is ours; what C code makes still counts as an instance."""
    real_datetime, real_date = datetime.datetime, datetime.date

    class Meta(type):
        def __instancecheck__(cls, instance):
            return isinstance(instance, cls.real)

        def __subclasscheck__(cls, other):
            return issubclass(other, cls.real)

    class ShiftedDate(real_date, metaclass=Meta):
        real = real_date

        @classmethod
        def today(cls):
            return cls.fromtimestamp(time.time())

    class ShiftedDatetime(real_datetime, metaclass=Meta):
        real = real_datetime

        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(time.time(), tz)

        @classmethod
        def today(cls):
            return cls.fromtimestamp(time.time())

        @classmethod
        def utcnow(cls):
            return cls.utcfromtimestamp(time.time())

    ShiftedDate.__name__ = ShiftedDate.__qualname__ = "date"
    ShiftedDatetime.__name__ = ShiftedDatetime.__qualname__ = "datetime"
    ShiftedDate.__module__ = ShiftedDatetime.__module__ = "datetime"
    datetime.date, datetime.datetime = ShiftedDate, ShiftedDatetime


def _quicken(speed):
    """Everything but sleeping seems to take `speed` times as long, as beside heavy load."""
    monotonic, sleep = time.monotonic, time.sleep
    start, slept = monotonic(), [0.0]

    def ahead():
        return (monotonic() - start - slept[0]) * (speed - 1)

    def quick(clock, unit):
        return lambda: clock() + (int(ahead() * unit) if unit > 1 else ahead())

    def counted_sleep(seconds):
        before = monotonic()
        sleep(seconds)
        slept[0] += monotonic() - before

    for name in ("time", "monotonic", "perf_counter", "process_time"):
        setattr(time, name, quick(getattr(time, name), 1))
        setattr(time, name + "_ns", quick(getattr(time, name + "_ns"), 1e9))
    time.sleep = counted_sleep
