import tempfile
import unittest


class TestCases(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.folder = self.holder.name

    def tearDown(self):
        self.holder.cleanup()

    def save(self, name, colour, size=(2, 3), mode="RGB"):
        Image.new(mode, size, colour).save(os.path.join(self.folder, name))

    def test_natural_order(self):
        for name in ("img10.png", "img2.png", "img1.bmp"):
            self.save(name, (200, 10, 10))
        self.save("single.png", (0, 0, 0))
        self.assertEqual(list(task_func(self.folder).values()), [["img1.bmp", "img2.png", "img10.png"]])

    def test_fingerprint(self):
        self.save("a.png", (1, 2, 3), size=(2, 1))
        self.save("b.png", (1, 2, 3), size=(2, 1))
        expected = hashlib.sha256(b"2x1:" + bytes([1, 2, 3, 255]) * 2).hexdigest()
        self.assertEqual(task_func(self.folder), {expected: ["a.png", "b.png"]})

    def test_different_modes_look_the_same(self):
        self.save("grey.png", 77, mode="L")
        self.save("colour.png", (77, 77, 77))
        self.save("opaque.png", (77, 77, 77, 255), mode="RGBA")
        self.save("clear.png", (77, 77, 77, 0), mode="RGBA")
        self.assertEqual(list(task_func(self.folder).values()), [["colour.png", "grey.png", "opaque.png"]])

    def test_size_matters(self):
        self.save("wide.png", (5, 5, 5), size=(3, 2))
        self.save("tall.png", (5, 5, 5), size=(2, 3))
        self.assertEqual(task_func(self.folder), {})

    def test_order_of_groups(self):
        for name in ("x10.png", "x3.png"):
            self.save(name, (1, 1, 1))
        for name in ("x2.png", "x11.png"):
            self.save(name, (2, 2, 2))
        self.assertEqual(list(task_func(self.folder).values()), [["x2.png", "x11.png"], ["x3.png", "x10.png"]])

    def test_other_files_are_skipped(self):
        self.save("A.PNG", (9, 9, 9))
        self.save("b.png", (9, 9, 9))
        self.save("c.gif", (9, 9, 9))
        os.mkdir(os.path.join(self.folder, "d.png"))
        for name in ("broken1.png", "broken2.png"):
            with open(os.path.join(self.folder, name), "w") as file:
                file.write("not a picture")
        self.assertEqual(list(task_func(self.folder).values()), [["A.PNG", "b.png"]])
