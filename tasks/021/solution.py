    days = Counter(datetime.strptime(text, "%Y-%m-%dT%H:%M:%S").weekday() for text in timestamps)
    counts = {calendar.day_abbr[day]: days[day] for day in range(7)}
    top = max(counts.values())
    colours = ["tab:orange" if count == top and top > 0 else "tab:blue" for count in counts.values()]
    _, ax = plt.subplots()
    ax.bar(list(counts), list(counts.values()), color=colours)
    ax.set_title("Events per weekday")
    ax.set_ylabel("events")
    return counts, ax
