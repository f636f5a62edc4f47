"""What tasks need besides libraries, tried in the sandbox."""

import importlib.util
import os
import socket
import subprocess
import sys
import tempfile
import time
import unittest


class TestCases(unittest.TestCase):
    def test_python_on_path(self):
        done = subprocess.run(["python", "-c", "print(6 * 7)"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout.strip(), "42", done.stderr)

    def test_temporary_files(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"x" * 1_000_000)
            file.flush()
            self.assertEqual(os.path.getsize(file.name), 1_000_000)

    def test_shared_memory(self):
        from multiprocessing import shared_memory

        block = shared_memory.SharedMemory(create=True, size=1_000_000)
        block.close()
        block.unlink()

    def test_loopback(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            with socket.create_connection(server.getsockname(), timeout=10) as client:
                server.accept()[0].sendall(b"hello")
                self.assertEqual(client.recv(5), b"hello")

    def test_time_zone(self):
        self.assertEqual(time.strftime("%z", time.localtime(0)), "+0000", "local time is not UTC")

    def test_utf8(self):
        self.assertEqual(sys.getfilesystemencoding().lower(), "utf-8")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "é漢"), "w") as file:
                self.assertEqual(file.encoding.lower().replace("-", ""), "utf8")

    if importlib.util.find_spec("matplotlib"):

        def test_fonts(self):
            from matplotlib import font_manager

            path = font_manager.findfont("DejaVu Sans", fallback_to_default=False, rebuild_if_missing=False)
            self.assertTrue(os.path.isfile(path), path)

    if importlib.util.find_spec("nltk"):

        def test_nltk_data(self):
            from nltk import pos_tag, word_tokenize
            from nltk.corpus import stopwords, words
            from nltk.sentiment.vader import SentimentIntensityAnalyzer

            self.assertEqual(pos_tag(word_tokenize("Dogs bark."))[0][0], "Dogs")
            self.assertIn("the", stopwords.words("english"))
            self.assertIn("dog", words.words())
            self.assertGreater(SentimentIntensityAnalyzer().polarity_scores("good")["compound"], 0)
