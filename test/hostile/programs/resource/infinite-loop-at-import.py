# about: computes for ever before the tests are even defined
# expect: timeout
# limits: cpuMs=300
count = 0
while True:
    count += 1
