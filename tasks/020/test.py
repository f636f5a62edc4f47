import unittest


class TestCases(unittest.TestCase):
    def setUp(self):
        self.client = task_func().test_client()

    def test_summary(self):
        response = self.client.post("/summary", json={"values": [2, 4, 4, 4, 5, 5, 7, 9]})
        self.assertEqual(response.status_code, 200)
        self.assertEqual(response.get_json(), {"count": 8, "mean": 5.0, "median": 4.5, "stdev": 2.0})

    def test_rounding_and_single_value(self):
        response = self.client.post("/summary", json={"values": [0.1, 0.2, 0.2]})
        self.assertEqual(response.get_json(), {"count": 3, "mean": 0.167, "median": 0.2, "stdev": 0.047})
        response = self.client.post("/summary", json={"values": [7], "note": "ignored"})
        self.assertEqual(response.get_json(), {"count": 1, "mean": 7.0, "median": 7.0, "stdev": 0.0})

    def test_bad_values(self):
        for body in ({}, {"values": []}, {"values": "12"}, {"values": [1, "2"]}, {"values": [1, None]}, {"values": 5}):
            response = self.client.post("/summary", json=body)
            self.assertEqual(response.status_code, 400, body)
            self.assertEqual(response.get_json(), {"error": "values must be a non-empty list of numbers"})

    def test_booleans_are_not_numbers(self):
        response = self.client.post("/summary", json={"values": [1, True]})
        self.assertEqual(response.status_code, 400)

    def test_body_must_be_a_json_object(self):
        for data in ("not json", "[1, 2]", "null", ""):
            response = self.client.post("/summary", data=data, content_type="application/json")
            self.assertEqual(response.status_code, 400, data)
            self.assertEqual(response.get_json(), {"error": "values must be a non-empty list of numbers"})

    def test_limit(self):
        client = task_func(max_values=2).test_client()
        self.assertEqual(client.post("/summary", json={"values": [1, 2]}).status_code, 200)
        response = client.post("/summary", json={"values": [1, 2, 3]})
        self.assertEqual((response.status_code, response.get_json()), (413, {"error": "too many values"}))

    def test_health_counts_per_application(self):
        self.client.post("/summary", json={"values": [1]})
        self.client.post("/summary", json={"values": [2]})
        self.client.post("/summary", json={"values": []})
        self.assertEqual(self.client.get("/health").get_json(), {"status": "ok", "served": 2})
        self.assertEqual(task_func().test_client().get("/health").get_json(), {"status": "ok", "served": 0})
