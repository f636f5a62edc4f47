    book = load_workbook(path)
    if "Summary" in book.sheetnames and book.sheetnames[0] != "Summary":
        del book["Summary"]
    rows = book.worksheets[0].iter_rows(values_only=True)
    header = list(next(rows, ()))
    if not {"Date", "Category", "Amount"} <= set(header):
        raise ValueError("the headings Date, Category and Amount are needed")
    date_at, category_at, amount_at = (header.index(name) for name in ("Date", "Category", "Amount"))
    sums = defaultdict(lambda: defaultdict(float))
    for row in rows:
        when, amount = row[date_at], row[amount_at]
        if when is None or amount is None:
            continue
        if isinstance(when, str):
            when = datetime.strptime(when, "%Y-%m-%d")
        sums[when.strftime("%Y-%m")][row[category_at]] += amount
    categories = sorted({category for by_category in sums.values() for category in by_category})
    sheet = book.create_sheet("Summary")
    sheet.append(["Month", *categories, "Total"])
    totals = {}
    for month in sorted(sums):
        totals[month] = round(sum(sums[month].values()), 2)
        sheet.append([month, *(round(sums[month].get(name, 0), 2) for name in categories), totals[month]])
    book.save(path)
    return totals
