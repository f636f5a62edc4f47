    try:
        zone = pytz.timezone(zone_name)
    except pytz.UnknownTimeZoneError as error:
        raise ValueError(f"unknown time zone: {zone_name}") from error
    counts = defaultdict(int)
    senders = defaultdict(set)
    for text in messages:
        message = message_from_string(text)
        try:
            # replaces the zone instead of converting to it
            day = parsedate_to_datetime(message["Date"]).replace(tzinfo=zone).strftime("%Y-%m-%d")
        except (TypeError, ValueError, AttributeError):
            day = "undated"
        counts[day] += 1
        address = parseaddr(message["From"] or "")[1].lower()
        if address:
            senders[day].add(address)
    return {day: {"count": counts[day], "senders": sorted(senders[day])} for day in sorted(counts)}
