    root = etree.fromstring(gpx.encode("utf-8"))
    points = list(root.iter("{*}trkpt"))
    length, climb, times = 0.0, 0.0, []
    for point in points:
        time = point.findtext("{*}time")
        if time is not None:
            times.append(parser.parse(time))
    for one, two in zip(points, points[1:]):
        lat1, lon1 = math.radians(float(one.get("lat"))), math.radians(float(one.get("lon")))
        lat2, lon2 = math.radians(float(two.get("lat"))), math.radians(float(two.get("lon")))
        half = math.sin((lat2 - lat1) / 2) ** 2
        half += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
        length += 2 * 6371000 * math.asin(math.sqrt(half))
        rise = float(two.findtext("{*}ele") or 0) - float(one.findtext("{*}ele") or 0)
        climb += max(0.0, rise)
    duration = int((max(times) - min(times)).total_seconds()) if times else 0
    return {
        "points": len(points),
        "length_m": round(length, 1),
        "climb_m": round(climb, 1),
        "duration_s": duration,
    }
