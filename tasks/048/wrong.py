    # keeps private addresses out by prefix only, and drops the classes that do not occur
    pattern = re.compile(r'(\S+) \S+ \S+ \[[^:]+:(\d{2}):[^\]]+\] ".*" ([2-5])\d{2} (?:\d+|-)')
    rows = []
    for line in log_text.splitlines():
        match = pattern.fullmatch(line.strip())
        if match and not match.group(1).startswith(("10.", "192.168.")):
            rows.append((int(match.group(2)), match.group(3) + "xx"))
    if not rows:
        raise ValueError("the log has no public requests")
    frame = pd.DataFrame(rows, columns=["hour", "status"])
    counts = pd.crosstab(frame["hour"], frame["status"])
    figure, axes = plt.subplots()
    sns.heatmap(counts, ax=axes, cbar=False)
    axes.set_title("Requests by hour")
    axes.set_xlabel("Status")
    axes.set_ylabel("Hour")
    return counts, axes
