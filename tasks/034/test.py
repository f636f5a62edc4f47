import hashlib
import unittest

WHITE = (255, 255, 255)


class TestCases(unittest.TestCase):
    def check(self, picture, digest, cell):
        for row in range(5):
            for column in range(5):
                number = row * 3 + min(column, 4 - column)
                expected = tuple(digest[:3]) if digest[3 + number] % 2 == 0 else WHITE
                for dx, dy in ((0, 0), (cell - 1, cell - 1)):
                    pixel = picture.getpixel((column * cell + dx, row * cell + dy))
                    self.assertEqual(pixel, expected, f"row {row}, column {column}")

    def test_cells_follow_the_digest(self):
        for name in ("ada@example.org", "grace", "linus", "x"):
            with self.subTest(name=name):
                self.check(task_func(name), hashlib.sha256(name.encode()).digest(), 10)

    def test_size_and_mode(self):
        picture = task_func("someone", cell=7)
        self.assertEqual((picture.size, picture.mode), ((35, 35), "RGB"))
        self.check(picture, hashlib.sha256(b"someone").digest(), 7)

    def test_identifier_is_normalised(self):
        picture = task_func("  Ada@Example.ORG\n", cell=2)
        self.assertEqual(picture.tobytes(), task_func("ada@example.org", cell=2).tobytes())
        self.check(picture, hashlib.sha256(b"ada@example.org").digest(), 2)

    def test_non_ascii_identifier(self):
        self.check(task_func("J\u00dcRGEN", cell=3), hashlib.sha256("j\u00fcrgen".encode("utf-8")).digest(), 3)

    def test_one_pixel_cells(self):
        picture = task_func("tiny", cell=1)
        self.assertEqual(picture.size, (5, 5))
        self.check(picture, hashlib.sha256(b"tiny").digest(), 1)

    def test_different_identifiers_differ(self):
        self.assertNotEqual(task_func("alice").tobytes(), task_func("bob").tobytes())

    def test_bad_arguments(self):
        with self.assertRaises(ValueError):
            task_func("ok", cell=0)
        with self.assertRaises(ValueError):
            task_func(" \t ")
