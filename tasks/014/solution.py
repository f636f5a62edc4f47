    local = pytz.timezone(zone)
    days = defaultdict(list)
    page = 1
    while True:
        response = requests.get(url, params={"page": page}, timeout=10)
        response.raise_for_status()
        body = response.json()
        for reading in body["readings"]:
            moment = pytz.utc.localize(datetime.strptime(reading["time"], "%Y-%m-%dT%H:%M:%SZ"))
            days[moment.astimezone(local).strftime("%Y-%m-%d")].append(reading["value"])
        if body["last"]:
            break
        page += 1
    return {
        day: {"count": len(values), "min": min(values), "max": max(values), "mean": round(mean(values), 2)}
        for day, values in sorted(days.items())
    }
