import unittest


class TestCases(unittest.TestCase):
    def test_simple(self):
        self.assertEqual(task_func("H2 + O2 -> H2O"), "2 H2 + O2 -> 2 H2O")
        self.assertEqual(task_func("Fe + O2 -> Fe2O3"), "4 Fe + 3 O2 -> 2 Fe2O3")

    def test_already_balanced(self):
        self.assertEqual(task_func("C+O2->CO2"), "C + O2 -> CO2")

    def test_larger_equation(self):
        self.assertEqual(
            task_func("KMnO4 + HCl -> KCl + MnCl2 + H2O + Cl2"),
            "2 KMnO4 + 16 HCl -> 2 KCl + 2 MnCl2 + 8 H2O + 5 Cl2",
        )
        self.assertEqual(task_func("C3H8 + O2 -> CO2 + H2O"), "C3H8 + 5 O2 -> 3 CO2 + 4 H2O")

    def test_groups(self):
        self.assertEqual(task_func("Ca(OH)2 + H3PO4 -> Ca3(PO4)2 + H2O"), "3 Ca(OH)2 + 2 H3PO4 -> Ca3(PO4)2 + 6 H2O")

    def test_nested_groups(self):
        self.assertEqual(
            task_func("Na4(Fe(CN)6) + HCl -> H4(Fe(CN)6) + NaCl"), "Na4(Fe(CN)6) + 4 HCl -> H4(Fe(CN)6) + 4 NaCl"
        )

    def test_cannot_be_balanced(self):
        for equation in ("H2 -> O2", "H2O -> H2", "H2 + O2 -> H2O + H2O2"):
            with self.assertRaises(ValueError):
                task_func(equation)

    def test_not_an_equation(self):
        unreadable = ("h2 + O2 -> H2O", "H2 + -> H2O", "Ca(OH -> CaOH", "CaOH) -> CaOH")
        for equation in ("", "H2 + O2", "H -> H -> H", *unreadable):
            with self.assertRaises(ValueError):
                task_func(equation)
