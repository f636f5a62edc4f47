    token = re.compile(r"([A-Z][a-z]?|\(|\))(\d*)")

    def atoms(formula):
        stack, position = [Counter()], 0
        while position < len(formula):
            match = token.match(formula, position)
            if not match or (match[1] == "(" and match[2]):
                raise ValueError(f"cannot read {formula!r}")
            position = match.end()
            count = int(match[2] or 1)
            if match[1] == "(":
                stack.append(Counter())
                continue
            if match[1] == ")":
                if len(stack) == 1:
                    raise ValueError(f"cannot read {formula!r}")
                part = stack.pop()
            else:
                part = {match[1]: 1}
            for element, number in part.items():
                stack[-1][element] += number * count
        if len(stack) > 1 or not stack[0]:
            raise ValueError(f"cannot read {formula!r}")
        return stack[0]

    sides = [[formula.strip() for formula in side.split("+")] for side in equation.split("->")]
    if len(sides) != 2:
        raise ValueError("an equation has two sides")
    left, right = sides
    columns = [atoms(formula) for formula in left + right]
    elements = sorted(set().union(*columns))
    signs = [1] * len(left) + [-1] * len(right)
    matrix = sympy.Matrix([[sign * column[e] for sign, column in zip(signs, columns)] for e in elements])
    space = matrix.nullspace()
    if len(space) != 1:
        raise ValueError("the equation cannot be balanced in one way only")
    ratios = list(space[0])
    numbers = [ratio * sympy.ilcm(1, *(r.q for r in ratios)) for ratio in ratios]
    if all(number <= 0 for number in numbers):
        numbers = [-number for number in numbers]
    if any(number <= 0 for number in numbers):
        raise ValueError("the equation cannot be balanced with positive numbers")
    common = sympy.igcd(0, *numbers)
    texts = [
        formula if number == common else f"{number // common} {formula}"
        for number, formula in zip(numbers, left + right)
    ]
    return " + ".join(texts[: len(left)]) + " -> " + " + ".join(texts[len(left) :])
