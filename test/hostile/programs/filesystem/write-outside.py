# about: writes wherever a system could be written to
# expect: pass
# test: refused
import os

PLACES = (
    "/ /etc /usr /usr/bin /usr/lib /usr/local/bin /bin /lib /opt /root /home /var /var/tmp /var/lib /run /mnt /srv /boot "
    "/dev /sys /sys/fs/cgroup /proc /proc/self @SECRET_FOLDER@ @REPOSITORY@ @REPOSITORY@/python"
).split()


def attack():
    reached = []
    for place in PLACES + [os.path.dirname(os.__file__), os.path.dirname(os.path.realpath("/proc/self/exe"))]:
        try:
            with open(os.path.join(place, "bcbhostile"), "w") as file:
                file.write("here")
            reached.append(place)
        except OSError:
            pass
    return reached
