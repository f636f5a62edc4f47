    days = [date.fromisoformat(day).toordinal() for day, _ in samples]
    if len(set(days)) < 2:
        raise ValueError("samples of at least two different dates are needed")
    last = max(days)
    x = np.array(days, dtype=float).reshape(-1, 1) - last
    y = np.array([used for _, used in samples], dtype=float)
    model = LinearRegression().fit(x, y)
    slope, level = float(model.coef_[0]), float(model.intercept_)
    if level >= capacity_gb:
        wait = 0
    elif slope < 1e-9:
        return None
    else:
        wait = math.ceil((capacity_gb - level) / slope)
    return (date.fromordinal(last) + timedelta(days=wait)).isoformat()
