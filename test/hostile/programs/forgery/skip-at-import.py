# about: raises SkipTest before the tests are defined
# expect: error
import unittest

raise unittest.SkipTest("not today")
