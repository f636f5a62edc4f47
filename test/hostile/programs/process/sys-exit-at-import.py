# about: sys.exit(0) before a test could fail
# expect: error
import sys

sys.exit(0)
