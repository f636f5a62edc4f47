    def atoms(formula):
        counts = Counter()
        for element, number in re.findall(r"([A-Z][a-z]?)(\d*)", formula):
            counts[element] += int(number or 1)
        return counts

    left, right = [[formula.strip() for formula in side.split("+")] for side in equation.split("->")]
    columns = [atoms(formula) for formula in left + right]
    elements = sorted(set().union(*columns))
    signs = [1] * len(left) + [-1] * len(right)
    matrix = sympy.Matrix([[sign * column[e] for sign, column in zip(signs, columns)] for e in elements])
    space = matrix.nullspace()
    if len(space) != 1:
        raise ValueError("the equation cannot be balanced in one way only")
    scale = sympy.ilcm(1, *(ratio.q for ratio in space[0]))
    numbers = [ratio * scale for ratio in space[0]]
    if any(number <= 0 for number in numbers):
        raise ValueError("the equation cannot be balanced with positive numbers")
    texts = [f if n == 1 else f"{n} {f}" for n, f in zip(numbers, left + right)]
    return " + ".join(texts[: len(left)]) + " -> " + " + ".join(texts[len(left) :])
