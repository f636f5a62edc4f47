# Honest programs that look suspicious: the sandbox must not be in their way.

#: subprocesses
#: expect pass
import subprocess, sys
def task_func():
    assert subprocess.run(["python", "-c", "print(6 * 7)"], capture_output=True, text=True).stdout == "42\n"
    assert subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True).stdout == "42\n"
    assert subprocess.check_output("echo 42", shell=True, text=True) == "42\n"
    return 42

#: killing one's own children
#: expect pass
import subprocess
def task_func():
    child = subprocess.Popen(["sleep", "1000"])
    child.terminate()
    assert child.wait() == -15
    child = subprocess.Popen(["sleep", "1000"])
    child.kill()
    assert child.wait() == -9
    return 42

#: threads and pools
#: expect pass
from concurrent.futures import ThreadPoolExecutor
def task_func():
    with ThreadPoolExecutor(8) as pool:
        return sum(pool.map(lambda x: x, range(9))) + 6

#: processes and pools
#: expect pass
#: expect-D error
import multiprocessing
def double(x):
    return 2 * x
def task_func():
    with multiprocessing.Pool(2) as pool:
        return sum(pool.map(double, [10, 11]))

#: local servers
#: expect pass
#: expect-D error
import http.server, threading, urllib.request
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"42")
    def log_message(self, *arguments):
        pass
def task_func():
    server = http.server.HTTPServer(("localhost", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    answer = int(urllib.request.urlopen("http://localhost:%d/" % server.server_port).read())
    server.shutdown()
    return answer

#: event loops
#: expect pass
import asyncio
def task_func():
    async def answer():
        await asyncio.sleep(0)
        process = await asyncio.create_subprocess_exec("echo", "42", stdout=asyncio.subprocess.PIPE)
        return int((await process.communicate())[0])
    return asyncio.run(answer())

#: files everywhere one expects them
#: expect pass
import os, pathlib, sqlite3, tempfile, zipfile
def task_func():
    for folder in (tempfile.gettempdir(), os.getcwd(), pathlib.Path.home()):
        path = os.path.join(folder, "file.txt")
        with open(path, "w") as file:
            file.write("42")
        os.remove(path)
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(os.path.join(folder, "a.zip"), "w") as archive:
        archive.writestr("a", "42")
    connection = sqlite3.connect("base.db")
    connection.execute("create table t (x)")
    connection.execute("insert into t values (42)")
    connection.commit()
    return connection.execute("select x from t").fetchone()[0]

#: who and where am I
#: expect pass
import getpass, os, platform, socket, time
def task_func():
    assert getpass.getuser() and platform.system() == "Linux" and socket.gethostname()
    assert os.path.isdir(os.path.expanduser("~")) and os.environ["TZ"] == "UTC" and time.tzname[0] == "UTC"
    assert os.cpu_count() >= 1 and os.getpid() > 1
    return 42

#: nothing on stdin
#: expect pass
import subprocess, sys
def task_func():
    for ask in (input, sys.stdin.read, sys.stdin.readline):
        try:
            ask()
            return 0
        except (OSError, EOFError):
            pass
    assert subprocess.run(["cat"], capture_output=True).stdout == b""
    return 42

#: exit and quit are not there
#: expect pass
def task_func():
    return 42 if exit is None and quit is None else 0

#: same random numbers each time
#: expect pass
import random
def task_func():
    print(random.random(), hash("text"))
    return 42

#: patches and mocks
#: expect pass
from unittest.mock import MagicMock, mock_open, patch
def task_func():
    with patch("builtins.open", mock_open(read_data="42")), patch("builtins.print") as printer, patch("os.listdir", return_value=["a"]):
        answer = int(open("x").read())
        print(answer)
        printer.assert_called_once_with(42)
    mock = MagicMock(spec=["f"])
    mock.f(1)
    mock.f.assert_called_once_with(1)
    return answer

#: signals and alarms
#: expect pass
import signal
def task_func():
    class Alarm(Exception):
        pass
    def handler(*arguments):
        raise Alarm
    signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        signal.pause()
    except Alarm:
        return 42

#: deep but finite recursion
#: expect pass
import sys
def task_func():
    sys.setrecursionlimit(20_000)
    def dive(n):
        return 0 if n == 0 else 1 + dive(n - 1)
    return 42 if dive(5_000) == 5_000 else 0

#: half a gigabyte is fine
#: expect pass
def task_func():
    return 42 if len(bytearray(200 << 20)) else 0
