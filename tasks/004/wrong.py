    if low >= high:
        raise ValueError("low must be smaller than high")
    x = sympy.Symbol("x")
    formula = sympy.sympify(expression)
    if formula.free_symbols - {x} or not formula.is_polynomial(x):
        raise ValueError("expression must be a polynomial in x")
    slope = sympy.diff(formula, x)
    bend = sympy.diff(slope, x)
    points = []
    for root in sorted(r for r in sympy.solve(slope, x) if r.is_real):
        kind = "minimum" if bend.subs(x, root) > 0 else "maximum"
        points.append((round(float(root), 4), round(float(formula.subs(x, root)), 4), kind))
    _, ax = plt.subplots()
    xs = np.linspace(low, high, 200)
    ax.plot(xs, [float(formula.subs(x, value)) for value in xs])
    if points:
        ax.scatter([point[0] for point in points], [point[1] for point in points])
    ax.set_title(expression)
    return points, ax
