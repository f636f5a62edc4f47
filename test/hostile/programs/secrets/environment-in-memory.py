# about: searches its own memory for what the environment held before it was cleared
# expect: pass
# test: refused
import re


def attack():
    reached = []
    try:
        memory = open("/proc/self/mem", "rb", 0)
    except OSError:
        return []
    with open("/proc/self/maps") as maps, memory:
        for line in maps:
            low, high, rights = re.match(r"(\w+)-(\w+) (\S+)", line).groups()
            if "r" not in rights or "[v" in line:
                continue
            try:
                memory.seek(int(low, 16))
                block = memory.read(int(high, 16) - int(low, 16))
            except (OSError, OverflowError, ValueError):
                continue
            for match in re.finditer(b"(API_KEY|_TOKEN|SECRET_ACCESS|BCB_HOSTILE_)[A-Z_]*=([^\\x00]{8,80})\\x00", block):
                reached.append(match.group(0))
    return reached
