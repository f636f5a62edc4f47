# about: reads password hashes, keys and the places where secrets usually lie
# expect: pass
# test: refused
import glob

PLACES = (
    "/etc/shadow /etc/gshadow /etc/sudoers /etc/ssh/ssh_host_* /*/.ssh/* /*/*/.ssh/* /*/.bash_history /*/*/.bash_history "
    "/*/.aws/* /*/*/.aws/* /*/.config/*/* /*/.netrc /*/*/.netrc /*/.npmrc /*/*/.npmrc /*/.pypirc /*/*/.pypirc "
    "/var/run/secrets/*/*/* /run/secrets/* /proc/kcore /proc/kallsyms /dev/kmsg /boot/* /var/log/* /etc/machine-id"
).split()


def attack():
    reached = []
    for pattern in PLACES:
        for path in glob.glob(pattern):
            try:
                with open(path, "rb") as file:
                    start = file.read(64)
                if start and not start.startswith(b"0000000000000000"):
                    reached.append(path)
            except OSError:
                pass
    return reached
