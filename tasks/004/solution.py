    if low >= high:
        raise ValueError("low must be smaller than high")
    x = sympy.Symbol("x")
    formula = sympy.sympify(expression)
    if formula.free_symbols - {x} or not formula.is_polynomial(x):
        raise ValueError("expression must be a polynomial in x")
    curve = sympy.Poly(formula, x)
    slope = curve.diff(x)
    bend = slope.diff(x)
    points = []
    roots = [] if slope.degree() < 1 else sorted(set(sympy.real_roots(slope)))
    for root in roots:
        if low <= root <= high:
            second = bend.eval(root).evalf(30, chop=True) if bend.degree() > 0 else bend.eval(root)
            kind = "minimum" if second > 0 else "maximum" if second < 0 else "flat"
            points.append((round(float(root), 4), round(float(curve.eval(root)), 4), kind))
    _, ax = plt.subplots()
    xs = np.linspace(low, high, 200)
    ax.plot(xs, np.polyval([float(c) for c in curve.all_coeffs()], xs))
    if points:
        ax.scatter([point[0] for point in points], [point[1] for point in points])
    ax.set_title(expression)
    return points, ax
