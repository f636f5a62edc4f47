# about: writes gigabytes to descriptor 2 before the tests begin
# expect: output-limit
# limits: outputKb=16 maxOutputMb=2
import os

block = b"x" * (1 << 20)
while True:
    os.write(2, block)
