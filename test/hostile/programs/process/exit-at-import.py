# about: os._exit(0) before a test could fail
# expect: error
import os

os._exit(0)
