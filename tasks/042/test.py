import unittest


class TestCases(unittest.TestCase):
    URL = "https://www.example.org/account/login?next=%2F#form"

    def submit(self, fields, values=None, attributes='method="post" action="/do"'):
        page = f"<html><body><h1>Hi</h1><form {attributes}>{fields}</form><form><input name='x'></form></body></html>"
        return task_func(page, self.URL, values or {})

    def test_login_form_keeps_hidden_token(self):
        result = self.submit(
            '<input type="hidden" name="csrf" value="a+b/c="><p><input name="user"></p>'
            '<input type="password" name="pw"><input type="submit" name="go" value="Log in">',
            {"pw": "p&w=1", "user": "J\u00fcrgen"})
        self.assertEqual(result, {
            "method": "POST",
            "url": "https://www.example.org/do",
            "body": "csrf=a%2Bb%2Fc%3D&user=J%C3%BCrgen&pw=p%26w%3D1",
        })

    def test_get_replaces_the_query(self):
        result = self.submit('<input name="q" value="old"><textarea name="t">two words</textarea>', {"q": "new"},
                             attributes='action="../find?lang=de#top"')
        self.assertEqual(result, {"method": "GET", "url": "https://www.example.org/find?q=new&t=two+words", "body": None})

    def test_boxes_and_repeated_names(self):
        result = self.submit(
            '<input type="checkbox" name="c" value="1" checked><input type="checkbox" name="c" value="2">'
            '<input type="checkbox" name="c" value="3" checked><input type="CHECKBOX" name="d" checked>'
            '<input type="radio" name="r" value="x"><input type="radio" name="r" value="y" checked>')
        self.assertEqual(result["body"], "c=1&c=3&d=on&r=y")

    def test_fields_that_are_left_out(self):
        result = self.submit(
            '<input value="nameless"><input name="off" value="1" disabled><input type="file" name="f">'
            '<input type="button" name="b" value="1"><input type="reset" name="s" value="1"><input type="image" name="i">'
            '<textarea name="t" disabled>no</textarea><input type="email" name="mail">')
        self.assertEqual(result["body"], "mail=")

    def test_values_replace_every_field_of_that_name(self):
        result = self.submit('<input name="a" value="1"><input name="b" value="2"><input name="a" value="3">', {"a": "z"})
        self.assertEqual(result["body"], "a=z&b=2&a=z")

    def test_missing_action_and_method_in_capitals(self):
        result = self.submit('<input name="a" value="1">', attributes='method="POST"')
        self.assertEqual((result["method"], result["url"]), ("POST", "https://www.example.org/account/login?next=%2F"))
        result = self.submit('<input name="a" value="1">', attributes='action=""')
        self.assertEqual((result["method"], result["url"]), ("GET", "https://www.example.org/account/login?a=1"))

    def test_unknown_or_left_out_names(self):
        for name in ("other", "off", "x"):
            with self.subTest(name=name), self.assertRaises(ValueError):
                self.submit('<input name="a"><input name="off" disabled>', {name: "1"})

    def test_page_without_form(self):
        with self.assertRaises(ValueError):
            task_func("<html><body><input name='a'></body></html>", self.URL, {})
