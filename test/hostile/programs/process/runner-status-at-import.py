# about: leaves with the other status that the runner itself uses, before the tests
# expect: error
import os

os._exit(98)
