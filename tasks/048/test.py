import unittest
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt


def line(ip="8.8.8.8", hour="09", status="200", request="GET / HTTP/1.1", size="512"):
    return f'{ip} - - [01/Mar/2024:{hour}:15:00 +0100] "{request}" {status} {size}'


class TestCases(unittest.TestCase):
    def tearDown(self):
        plt.close("all")

    def counts(self, *lines):
        frame, _ = task_func("\n".join(lines) + "\n")
        self.assertEqual(list(frame.columns), ["2xx", "3xx", "4xx", "5xx"])
        return {int(hour): [int(value) for value in frame.loc[hour]] for hour in frame.index}

    def test_counts_by_hour_and_class(self):
        result = self.counts(
            line(hour="23", status="503"), line(hour="09"), line(hour="09", status="204"),
            line(hour="09", status="404"), line(hour="00", status="301", size="-", request='GET /a"b c" HTTP/1.0'))
        self.assertEqual(list(result.items()), [(0, [0, 1, 0, 0]), (9, [2, 0, 1, 0]), (23, [0, 0, 0, 1])])

    def test_private_addresses_are_ignored(self):
        result = self.counts(
            line("10.1.2.3"), line("192.168.0.9"), line("172.20.0.1"), line("127.0.0.1"), line("fd00::1"), line("::1"),
            line("1.1.1.1"), line("2606:4700:4700::1111"))
        self.assertEqual(result, {9: [2, 0, 0, 0]})

    def test_malformed_lines_are_ignored(self):
        result = self.counts(
            "", "garbage", line("example.org"), line("300.1.1.1"), line(status="100"), line(status="2000"),
            '8.8.8.8 - - [no date] "GET / HTTP/1.1" 200 1', line(status="500"))
        self.assertEqual(result, {9: [0, 0, 0, 1]})

    def test_heat_map(self):
        frame, axes = task_func("\n".join([line(), line(hour="10", status="404"), line(hour="10", status="404")]))
        self.assertEqual(axes.get_title(), "Requests by hour")
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("Status", "Hour"))
        self.assertEqual(len(axes.figure.axes), 1)
        drawn = [int(value) for value in axes.collections[0].get_array().ravel()]
        self.assertEqual(drawn, [1, 0, 0, 0, 0, 0, 2, 0])
        self.assertEqual([label.get_text() for label in axes.get_xticklabels()], ["2xx", "3xx", "4xx", "5xx"])

    def test_no_public_requests(self):
        for text in ("", line("10.0.0.1"), "nothing here"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                task_func(text)
