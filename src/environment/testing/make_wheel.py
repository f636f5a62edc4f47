"""make_wheel.py FOLDER NAME VERSION FILE=CONTENT… writes a wheel and prints its SHA-256."""

import base64
import hashlib
import sys
import zipfile

folder, name, version, *files = sys.argv[1:]
info = f"{name}-{version}.dist-info"
contents = dict(file.split("=", 1) for file in files)
contents[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
contents[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
contents[f"{info}/entry_points.txt"] = f"[console_scripts]\n{name}-program = {name}:main\n"
record = ""
for path, text in contents.items():
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    record += f"{path},sha256={digest},{len(text.encode())}\n"
contents[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n"

path = f"{folder}/{name}-{version}-py3-none-any.whl"
with zipfile.ZipFile(path, "w") as wheel:
    for member, text in contents.items():
        # A fixed date: the same content is the same file.
        wheel.writestr(zipfile.ZipInfo(member, (2020, 1, 1, 0, 0, 0)), text)
print(hashlib.sha256(open(path, "rb").read()).hexdigest())
