# about: kill(0) before anything else has happened
# expect: killed
import os
import signal

os.kill(0, signal.SIGTERM)
os.kill(0, signal.SIGKILL)
