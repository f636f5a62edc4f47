# about: ends with a condition whose body would be the tests
# expect: error
if False:
