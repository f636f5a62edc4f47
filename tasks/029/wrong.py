    if limit < 1:
        raise ValueError("limit must be at least 1")
    found = []
    for process in psutil.process_iter(["pid", "name", "memory_info"]):
        memory = process.info["memory_info"]
        if memory is None:
            continue
        # decimal megabytes
        size = memory.rss / 1000 / 1000
        if size >= min_mb:
            found.append((size, process.info["pid"], process.info["name"] or "?"))
    shown = sorted(found, key=itemgetter(0), reverse=True)[:limit]
    table = PrettyTable(["PID", "Name", "MiB"])
    for size, pid, name in shown:
        table.add_row([pid, name, f"{size:.1f}"])
    table.add_row(["", "total", f"{sum(row[0] for row in shown):.1f}"])
    return table
