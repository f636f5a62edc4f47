    days = [date.fromisoformat(day).toordinal() for day, _ in samples]
    if len(set(days)) < 2:
        raise ValueError("samples of at least two different dates are needed")
    # measures from the first sample in the list and cuts the fraction of the day off
    first = days[0]
    x = np.array(days, dtype=float).reshape(-1, 1) - first
    y = np.array([used for _, used in samples], dtype=float)
    model = LinearRegression().fit(x, y)
    slope, level = float(model.coef_[0]), float(model.intercept_)
    if slope < 1e-9:
        return None
    wait = int((capacity_gb - level) / slope)
    return (date.fromordinal(first) + timedelta(days=wait)).isoformat()
