"""The separate judge: the tests in one process, the program in another, and a link between them (docs/design/separate-judge.md)."""
