    numbers = df.select_dtypes("number")
    numbers = numbers.loc[:, numbers.nunique() > 1]
    names = list(numbers.columns)
    if len(names) < 2:
        raise ValueError("at least two columns with varying numbers are needed")
    matrix = numbers.corr(method=method)
    _, ax = plt.subplots()
    sns.heatmap(matrix, vmin=-1, vmax=1, annot=True, fmt=".2f", ax=ax)
    ax.set_title(f"Correlation ({method})")
    pairs = []
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            r = float(matrix.loc[first, second])
            if abs(r) >= threshold:
                pairs.append((first, second, round(r, 3)))
    pairs.sort(key=lambda pair: -abs(pair[2]))
    return pd.DataFrame(pairs, columns=["first", "second", "r"]), ax
