import unittest


class TestCases(unittest.TestCase):
    def test_mean_per_square(self):
        pixels = np.zeros((2, 4, 3), dtype=np.uint8)
        pixels[0, 0] = (200, 100, 0)
        pixels[1, 1] = (100, 50, 8)
        pixels[:, 2:] = (9, 9, 9)
        result, colours = task_func(Image.fromarray(pixels), 2)
        expected = np.zeros((2, 4, 3), dtype=np.uint8)
        expected[:, :2] = (75, 37, 2)
        expected[:, 2:] = (9, 9, 9)
        np.testing.assert_array_equal(np.array(result), expected)
        self.assertEqual(colours, 2)

    def test_cut_off_squares_at_the_edges(self):
        pixels = np.zeros((3, 5, 3), dtype=np.uint8)
        pixels[..., 0] = [[0, 10, 20, 30, 40], [0, 10, 20, 30, 40], [100, 101, 50, 60, 7]]
        result, colours = task_func(Image.fromarray(pixels), 2)
        self.assertEqual(result.size, (5, 3))
        red = np.array(result)[..., 0].tolist()
        self.assertEqual(red, [[5, 5, 25, 25, 40], [5, 5, 25, 25, 40], [100, 100, 55, 55, 7]])
        self.assertEqual(colours, 6)

    def test_bright_pixels_do_not_overflow(self):
        result, colours = task_func(Image.new("RGB", (30, 30), (255, 254, 253)), 30)
        self.assertEqual(result.getpixel((29, 29)), (255, 254, 253))
        self.assertEqual(colours, 1)

    def test_block_of_one_changes_nothing(self):
        pixels = np.arange(36, dtype=np.uint8).reshape(3, 4, 3)
        result, colours = task_func(Image.fromarray(pixels), 1)
        np.testing.assert_array_equal(np.array(result), pixels)
        self.assertEqual(colours, 12)

    def test_block_larger_than_the_picture(self):
        grey = Image.new("L", (2, 1))
        grey.putpixel((0, 0), 11)
        result, colours = task_func(grey, 50)
        self.assertEqual(result.mode, "RGB")
        self.assertEqual(result.getpixel((0, 0)), (5, 5, 5))
        self.assertEqual(colours, 1)

    def test_given_image_stays(self):
        image = Image.new("RGB", (2, 2), (0, 0, 0))
        image.putpixel((0, 0), (100, 100, 100))
        result, _ = task_func(image, 2)
        self.assertEqual(image.getpixel((0, 0)), (100, 100, 100))
        self.assertEqual(result.getpixel((1, 1)), (25, 25, 25))

    def test_bad_block(self):
        with self.assertRaises(ValueError):
            task_func(Image.new("RGB", (2, 2)), 0)
