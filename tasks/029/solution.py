    if limit < 1:
        raise ValueError("limit must be at least 1")
    floor = min_mb * 1024 * 1024
    found = []
    for process in psutil.process_iter(["pid", "name", "memory_info"]):
        memory = process.info["memory_info"]
        if memory is not None and memory.rss >= floor:
            found.append((-memory.rss, process.info["pid"], process.info["name"] or "?"))
    shown = sorted(found, key=itemgetter(0, 1))[:limit]
    table = PrettyTable(["PID", "Name", "MiB"])
    for negative_rss, pid, name in shown:
        table.add_row([pid, name, f"{-negative_rss / 1024 / 1024:.1f}"])
    total = sum(-row[0] for row in shown)
    table.add_row(["", "total", f"{total / 1024 / 1024:.1f}"])
    return table
