    try:
        zone = pytz.timezone(zone_name)
    except pytz.UnknownTimeZoneError as error:
        raise ValueError(f"unknown time zone: {zone_name}") from error
    counts = defaultdict(int)
    senders = defaultdict(set)
    for text in messages:
        message = message_from_string(text)
        try:
            moment = parsedate_to_datetime(message["Date"])
            if moment.tzinfo is None:
                moment = pytz.utc.localize(moment)
            day = moment.astimezone(zone).strftime("%Y-%m-%d")
        except (TypeError, ValueError, AttributeError):
            day = "undated"
        counts[day] += 1
        address = parseaddr(message["From"] or "")[1].lower()
        if address:
            senders[day].add(address)
    days = sorted(counts, key=lambda day: (day == "undated", day))
    return {day: {"count": counts[day], "senders": sorted(senders[day])} for day in days}
