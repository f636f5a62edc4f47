    pattern = re.compile(
        r'(\S+) \S+ \S+ \[\d{2}/\w{3}/\d{4}:(\d{2}):\d{2}:\d{2} [+-]\d{4}\] ".*" ([2-5])\d{2} (?:\d+|-)'
    )
    rows = []
    for line in log_text.splitlines():
        match = pattern.fullmatch(line.strip())
        if not match:
            continue
        try:
            address = ipaddress.ip_address(match.group(1))
        except ValueError:
            continue
        if not address.is_private:
            rows.append((int(match.group(2)), match.group(3) + "xx"))
    if not rows:
        raise ValueError("the log has no public requests")
    frame = pd.DataFrame(rows, columns=["hour", "status"])
    counts = pd.crosstab(frame["hour"], frame["status"]).reindex(columns=CLASSES, fill_value=0)
    figure, axes = plt.subplots()
    sns.heatmap(counts, ax=axes, cbar=False)
    axes.set_title("Requests by hour")
    axes.set_xlabel("Status")
    axes.set_ylabel("Hour")
    return counts, axes
