import base64
import unittest


def encrypt(text, n, e):
    size = (n.bit_length() + 7) // 8
    data = text.encode("utf-8")
    step = size - 1
    blocks = [data[i:i + step] for i in range(0, len(data), step)]
    raw = b"".join(pow(int.from_bytes(block, "big"), e, n).to_bytes(size, "big") for block in blocks)
    return base64.b64encode(raw).decode("ascii")


class TestCases(unittest.TestCase):
    N = 1000003 * 2147483647
    E = 65537

    def test_single_block(self):
        self.assertEqual(task_func(self.N, self.E, encrypt("hello", self.N, self.E)), "hello")

    def test_several_blocks(self):
        text = "The quick brown fox jumps over the lazy dog."
        self.assertEqual(task_func(self.N, self.E, encrypt(text, self.N, self.E)), text)

    def test_tiny_modulus(self):
        n = 61 * 53
        self.assertEqual(task_func(n, 17, encrypt("RSA!", n, 17)), "RSA!")

    def test_characters_across_blocks(self):
        text = "\u00fcber \u65e5\u672c\u8a9e"
        self.assertEqual(task_func(61 * 53, 17, encrypt(text, 61 * 53, 17)), text)
        self.assertEqual(task_func(self.N, self.E, encrypt(text, self.N, self.E)), text)

    def test_modulus_of_another_kind(self):
        for n in (10007, 10007 ** 2, 3 * 5 * 7, 4):
            with self.subTest(n=n), self.assertRaises(ValueError):
                task_func(n, 17, "AAAA")

    def test_exponent_without_inverse(self):
        with self.assertRaises(ValueError):
            task_func(61 * 53, 3, encrypt("A", 61 * 53, 17))

    def test_incomplete_blocks(self):
        whole = base64.b64decode(encrypt("hello world", self.N, self.E))
        with self.assertRaises(ValueError):
            task_func(self.N, self.E, base64.b64encode(whole[:-1]).decode("ascii"))
        with self.assertRaises(ValueError):
            task_func(self.N, self.E, "")
