# about: ends inside a bracket that would swallow the beginning of the tests
swallowed = (
