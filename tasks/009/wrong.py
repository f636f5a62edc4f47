    if len(times) != len(values) or len(times) < 4:
        raise ValueError("at least four times and as many values are needed")
    times = np.asarray(times, dtype=float)
    values = np.asarray(values, dtype=float)

    def model(time, amplitude, rate, offset):
        return amplitude * np.exp(-rate * time) + offset

    guess = (np.ptp(values), 1 / np.ptp(times), values.min())
    (amplitude, rate, offset), _ = curve_fit(model, times, values, p0=guess, maxfev=10000)
    residual = np.sum((values - model(times, amplitude, rate, offset)) ** 2)
    spread = np.sum((values - values.mean()) ** 2)
    half = (amplitude + offset) / 2
    fit = {
        "amplitude": float(amplitude),
        "rate": float(rate),
        "offset": float(offset),
        "half_life": -math.log((half - offset) / amplitude) / rate if half > offset else math.inf,
        "r_squared": float(1 - residual / spread),
    }
    _, ax = plt.subplots()
    ax.scatter(times, values)
    smooth = np.linspace(times.min(), times.max(), 100)
    ax.plot(smooth, model(smooth, amplitude, rate, offset))
    ax.set_xlabel("time")
    ax.set_ylabel("value")
    return fit, ax
