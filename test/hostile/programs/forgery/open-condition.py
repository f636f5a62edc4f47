# about: ends with a condition whose body would be the tests
if False:
