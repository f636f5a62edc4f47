import os
import unittest

from bcb_runner.judge.records import create_sender, parse_records

NONCE = bytes(range(16))


class RecordTests(unittest.TestCase):
    def write(self, *records):
        read, write = os.pipe()
        send = create_sender(write, NONCE)
        for record in records:
            send(*record)
        os.close(write)
        with open(read, "rb") as file:
            return file.read()

    def test_round_trip(self):
        data = self.write(("begin", "a,b"), ("test", "ü\ud800", 3), ("empty", ""))
        records, forged = parse_records(data, NONCE)
        self.assertEqual(records, [["begin", "a,b"], ["test", "ü\\ud800", "3"], ["empty", ""]])
        self.assertFalse(forged)

    def test_a_separator_in_a_field_cannot_make_a_field(self):
        records, _ = parse_records(self.write(("test", "a\x1fpass")), NONCE)
        self.assertEqual(records, [["test", "a pass"]])

    def test_cut_off_anywhere_is_not_forged(self):
        data = self.write(("begin", "a"), ("done", "1", ""))
        for length in range(len(data)):
            records, forged = parse_records(data[:length], NONCE)
            self.assertFalse(forged)
            self.assertLessEqual(len(records), 2)

    def test_anything_else_is_forged(self):
        data = self.write(("begin", "a"))
        for intruder in (b"x", b"\x00" * 40, bytes(16) + b"\x01\x00\x00\x00x", b'{"done": 1}\n'):
            self.assertTrue(parse_records(intruder, NONCE)[1])
            self.assertTrue(parse_records(intruder + data, NONCE)[1])
            self.assertTrue(parse_records(data + intruder, NONCE)[1])

    def test_a_forked_child_is_silent(self):
        read, write = os.pipe()
        send = create_sender(write, NONCE)
        pid = os.fork()
        if pid == 0:
            try:
                send("forged")
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        os.close(write)
        self.assertEqual(os.read(read, 100), b"")
        os.close(read)
