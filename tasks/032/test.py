import unittest


class TestCases(unittest.TestCase):
    def rows(self, lines, networks, header="ip,bytes"):
        frame = task_func("\n".join([header] + lines) + "\n", networks)
        self.assertEqual(list(frame.columns), ["network", "hosts", "bytes"])
        self.assertEqual(list(frame.index), list(range(len(frame))))
        return [tuple(row) for row in frame.values.tolist()]

    def test_sums_and_distinct_hosts(self):
        rows = self.rows(["10.0.0.1,100", "10.0.0.1,50", "10.9.9.9,1", "192.168.1.5,500"], ["10.0.0.0/8", "192.168.0.0/16"])
        self.assertEqual(rows, [("192.168.0.0/16", 1, 500), ("10.0.0.0/8", 2, 151)])

    def test_most_specific_network_wins(self):
        networks = ["10.0.0.0/8", "10.1.0.0/16", "0.0.0.0/0", "10.1.2.0/24"]
        rows = self.rows(["10.1.2.3,4", "10.1.9.9,3", "10.200.0.1,2", "8.8.8.8,1"], networks)
        self.assertEqual(rows, [("10.1.2.0/24", 1, 4), ("10.1.0.0/16", 1, 3), ("10.0.0.0/8", 1, 2), ("0.0.0.0/0", 1, 1)])

    def test_unmatched_go_to_other_and_unused_networks_are_absent(self):
        rows = self.rows(["8.8.8.8,7", "9.9.9.9,8", "10.0.0.1,3"], ["10.0.0.0/24", "172.16.0.0/12"])
        self.assertEqual(rows, [("other", 2, 15), ("10.0.0.0/24", 1, 3)])

    def test_mixed_versions(self):
        rows = self.rows(["2001:db8::1,10", "2001:0db8:0::1,10", "127.0.0.1,30", "fe80::1,1"], ["2001:db8::/32", "127.0.0.0/8"])
        self.assertEqual(rows, [("127.0.0.0/8", 1, 30), ("2001:db8::/32", 1, 20), ("other", 1, 1)])

    def test_invalid_addresses_are_dropped(self):
        rows = self.rows(["host-a,1000", " 10.0.0.7 ,5", "10.0.0.300,9", ",4"], ["10.0.0.0/8"])
        self.assertEqual(rows, [("10.0.0.0/8", 1, 5)])

    def test_ties_by_name_and_other_columns(self):
        rows = self.rows(["x,30.0.0.1,5", "y,20.0.0.1,5", "z,1.1.1.1,5"], ["30.0.0.0/8", "20.0.0.0/8"], header="user,ip,bytes")
        self.assertEqual(rows, [("20.0.0.0/8", 1, 5), ("30.0.0.0/8", 1, 5), ("other", 1, 5)])

    def test_bad_network(self):
        for network in ("10.0.0.1/8", "ten", "10.0.0.0/40"):
            with self.subTest(network=network), self.assertRaises(ValueError):
                task_func("ip,bytes\n10.0.0.1,1\n", [network])
