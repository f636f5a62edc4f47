# about: a class that type makes
# expect: pass
# test: shapes
members = {
    "__init__": lambda self, side: setattr(self, "side", side),
    "__len__": lambda self: 4,
    "__iter__": lambda self: iter([self.side] * 4),
    "area": lambda self: self.side**2,
    "scaled": lambda self, by: Square(self.side * by),
}
Square = type("Square", (), members)
task_func = Square
