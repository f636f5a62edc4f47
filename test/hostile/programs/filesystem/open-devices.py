# about: opens the devices that a host has and a sandbox must not
# expect: pass
# test: refused
import os

DEVICES = (
    "mem kmem port kmsg sda vda vdb nvme0n1 loop0 loop-control mapper/control kvm fuse net/tun vhost-net vsock "
    "input/event0 uinput snapshot cuse dri/card0 nvidia0 autofs btrfs-control hwrng rtc0 vcs tty0 ttyS0 console"
).split()


def attack():
    reached = []
    for name in DEVICES:
        for mode in (os.O_RDONLY, os.O_WRONLY):
            try:
                os.close(os.open("/dev/" + name, mode | os.O_NONBLOCK))
                reached.append(name)
            except OSError:
                pass
    return reached
