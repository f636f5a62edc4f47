import json
import os
import threading
import unittest

from bcb_runner.serve.frames import FrameError, FrameReader, encode_frame, read_frame, write_frame


class FrameTests(unittest.TestCase):
    def test_reader_joins_and_splits_arbitrary_chunks(self):
        messages = [{"a": 1}, {"text": "ü\ud800\x00"}, {"list": list(range(1000))}]
        stream = b"".join(encode_frame(message) for message in messages)
        for size in (1, 3, 7, len(stream)):
            reader = FrameReader()
            seen = []
            for start in range(0, len(stream), size):
                seen += map(json.loads, reader.feed(stream[start : start + size]))
            self.assertEqual(seen, messages)

    def test_reader_refuses_a_frame_that_is_too_long(self):
        with self.assertRaises(FrameError):
            FrameReader().feed(b"\xff\xff\xff\xff")

    def test_frames_through_a_pipe(self):
        read, write = os.pipe()
        large = {"data": "x" * 300_000}
        writer = threading.Thread(target=lambda: (write_frame(write, large), os.close(write)))
        writer.start()
        self.assertEqual(read_frame(read), large)
        self.assertIsNone(read_frame(read))
        writer.join()
        os.close(read)
