    if working_days < 0:
        raise ValueError("working_days must not be negative")
    day = parser.parse(start).date()
    closed = holidays.country_holidays(country)
    left = working_days
    while left > 0:
        day += timedelta(days=1)
        if day.weekday() < 5 and day not in closed:
            left -= 1
    return day.isoformat()
