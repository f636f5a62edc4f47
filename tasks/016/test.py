import unittest


def point(lat, lon, ele=None, time=None):
    inner = "" if ele is None else f"<ele>{ele}</ele>"
    inner += "" if time is None else f"<time>{time}</time>"
    return f'<trkpt lat="{lat}" lon="{lon}">{inner}</trkpt>'


def track(*segments, version="1/1"):
    body = "".join(f"<trkseg>{''.join(points)}</trkseg>" for points in segments)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<gpx xmlns="http://www.topografix.com/GPX/{version}" creator="Zürich"><trk>{body}</trk></gpx>'
    )


class TestCases(unittest.TestCase):
    def test_length(self):
        result = task_func(track([point(0, 0), point(0, 1), point(1, 1)]))
        self.assertEqual(result, {"points": 3, "length_m": 222389.9, "climb_m": 0.0, "duration_s": 0})

    def test_length_far_from_the_equator(self):
        result = task_func(track([point(60, 10), point(60, 10.01)]))
        self.assertEqual(result["length_m"], 556.0)

    def test_gaps_between_segments_do_not_count(self):
        result = task_func(track([point(0, 0, 5), point(0, 1, 6)], [point(50, 50, 900), point(50, 50, 900)]))
        self.assertEqual(result["points"], 4)
        self.assertEqual(result["length_m"], 111194.9)
        self.assertEqual(result["climb_m"], 1.0)

    def test_climb_skips_points_without_elevation(self):
        heights = (100, 110.5, None, 120, 90, 95.3)
        result = task_func(track([point(1, 1, height) for height in heights]))
        self.assertEqual(result["climb_m"], 25.3)

    def test_duration_over_all_segments(self):
        first = [point(1, 1, time="2024-03-31T00:59:30Z"), point(1, 1)]
        second = [point(1, 1, time="2024-03-31T03:00:00+02:00"), point(1, 1, time="2024-03-31T01:30:00.000Z")]
        self.assertEqual(task_func(track(first, second))["duration_s"], 1830)
        self.assertEqual(task_func(track(first))["duration_s"], 0)

    def test_older_namespace_and_empty_track(self):
        result = task_func(track([point(0, 0), point(0, 0.5)], version="1/0"))
        self.assertEqual((result["points"], result["length_m"]), (2, 55597.5))
        self.assertEqual(task_func(track()), {"points": 0, "length_m": 0.0, "climb_m": 0.0, "duration_s": 0})
