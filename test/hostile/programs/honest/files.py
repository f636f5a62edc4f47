# about: files where one expects to be allowed to write them, and a database
# expect: pass
# test: once
import os
import pathlib
import sqlite3
import tempfile
import zipfile


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
