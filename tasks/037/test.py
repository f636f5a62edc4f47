import unittest
from unittest.mock import patch


class TestCases(unittest.TestCase):
    def setUp(self):
        patcher = patch("smtplib.SMTP")
        self.smtp = patcher.start()
        self.addCleanup(patcher.stop)
        self.server = self.smtp.return_value.__enter__.return_value

    def sent(self):
        self.server.send_message.assert_called_once()
        return self.server.send_message.call_args[0][0]

    def cells(self):
        lines = self.sent().get_content().splitlines()
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]

    def test_headers_and_server(self):
        subject = task_func([("db", "up", 3.25), ("web", "down", 0)], "ops@x.test", ["a@x.test", "b@x.test"], "mail.x.test", 2525)
        self.assertEqual(subject, "Service report: 1 of 2 down")
        self.smtp.assert_called_once_with("mail.x.test", 2525)
        message = self.sent()
        self.assertEqual(message["Subject"], subject)
        self.assertEqual(message["From"], "ops@x.test")
        self.assertEqual(message["To"], "a@x.test, b@x.test")
        self.assertEqual(message.get_content_type(), "text/plain")

    def test_down_services_come_first(self):
        task_func([("web", "up", 12), ("cache", "down", 250.04), ("api", "up", 7.5), ("auth", "down", 1000)], "o@x.test", ["a@x.test"])
        self.assertEqual(self.cells(), [
            ["Service", "Status", "Latency (ms)"],
            ["auth", "down", "1000.0"],
            ["cache", "down", "250.0"],
            ["api", "up", "7.5"],
            ["web", "up", "12.0"],
        ])

    def test_numeric_looking_names_and_large_latency(self):
        task_func([("007", "up", 1234567.0)], "o@x.test", ["a@x.test"])
        self.assertEqual(self.cells()[1], ["007", "up", "1234567.0"])

    def test_long_names_are_not_wrapped(self):
        name = "payment gateway " * 8 + "end"
        task_func([(name, "up", 1)], "o@x.test", ["a@x.test"])
        self.assertEqual(self.cells()[1:], [[name, "up", "1.0"]])

    def test_priority_only_when_something_is_down(self):
        task_func([("db", "up", 1)], "o@x.test", ["a@x.test"])
        message = self.sent()
        self.assertIsNone(message["X-Priority"])
        self.assertEqual(message["Subject"], "Service report: 0 of 1 down")
        self.server.reset_mock()
        task_func([("db", "down", 1)], "o@x.test", ["a@x.test"])
        self.assertEqual(self.sent()["X-Priority"], "1")

    def test_bad_arguments_send_nothing(self):
        with self.assertRaises(ValueError):
            task_func([("db", "up", 1)], "o@x.test", [])
        with self.assertRaises(ValueError):
            task_func([("db", "broken", 1)], "o@x.test", ["a@x.test"])
        self.server.send_message.assert_not_called()
