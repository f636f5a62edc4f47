    try:
        home = pytz.timezone(home_zone)
        targets = {name: pytz.timezone(name) for name in zones}
    except pytz.UnknownTimeZoneError as error:
        raise ValueError(f"unknown time zone: {error}") from error
    moment = home.localize(datetime.strptime(local_time, "%Y-%m-%d %H:%M"))
    rows = []
    for name, zone in targets.items():
        there = moment.astimezone(zone)
        offset = there.strftime("%z")
        cells = [name, there.strftime("%Y-%m-%d %H:%M"), f"{offset[:3]}:{offset[3:]}"]
        rows.append((there.utcoffset(), name, cells))
    table = PrettyTable(["Zone", "Local time", "Offset"])
    for _, _, cells in sorted(rows):
        table.add_row(cells)
    return table
