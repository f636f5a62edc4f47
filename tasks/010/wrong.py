    if len(groups) < 2 or any(len(sample) < 2 for sample in groups.values()):
        raise ValueError("at least two groups with two measurements each are needed")
    pairs = list(combinations(groups, 2))
    p_values = {}
    rows = [["pair", "difference", "p", "significant"]]
    for first, second in pairs:
        result = stats.ttest_ind(groups[first], groups[second])
        p = float(result.pvalue) * len(pairs)
        p_values[(first, second)] = p
        difference = mean(groups[first]) - mean(groups[second])
        verdict = "yes" if p < alpha else "no"
        rows.append([f"{first} vs {second}", f"{difference:.2f}", f"{p:.4f}", verdict])
    table = Texttable()
    table.set_cols_dtype(["t"] * 4)
    table.add_rows(rows)
    return p_values, table.draw()
