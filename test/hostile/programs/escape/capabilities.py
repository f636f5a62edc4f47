# about: counts what capabilities it holds or could be given
# expect: pass
# test: refused
def attack():
    reached = []
    with open("/proc/self/status") as status:
        for line in status:
            name, _, value = line.partition(":\t")
            if name in ("CapInh", "CapPrm", "CapEff", "CapAmb") and int(value, 16) != 0:
                reached.append(line.strip())
            if name == "Seccomp" and value.strip() == "0":
                reached.append("no filter")
    return reached
