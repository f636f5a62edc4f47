    if instalments < 1 or total <= 0:
        raise ValueError("total and instalments must be positive")
    start = date.fromisoformat(first_due)
    cents = round(total * 100)
    share, extra = divmod(cents, instalments)
    rows = []
    for index in range(instalments):
        amount = share + (1 if index < extra else 0)
        cents -= amount
        due = start + relativedelta(months=index)
        rows.append((index + 1, due.isoformat(), round(amount / 100, 2), round(cents / 100, 2)))
    return pd.DataFrame(rows, columns=["number", "due_date", "amount", "balance"])
