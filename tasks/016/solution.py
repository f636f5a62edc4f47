    def distance(one, two):
        lat1, lon1, lat2, lon2 = map(math.radians, (*one, *two))
        half = math.sin((lat2 - lat1) / 2) ** 2
        half += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
        return 2 * 6371000 * math.asin(math.sqrt(half))

    root = etree.fromstring(gpx.encode("utf-8"), etree.XMLParser(encoding="utf-8"))
    points, length, climb, times = 0, 0.0, 0.0, []
    for segment in root.iter("{*}trkseg"):
        previous = height = None
        for point in segment.iter("{*}trkpt"):
            points += 1
            here = (float(point.get("lat")), float(point.get("lon")))
            if previous is not None:
                length += distance(previous, here)
            previous = here
            elevation = point.findtext("{*}ele")
            if elevation is not None:
                if height is not None:
                    climb += max(0.0, float(elevation) - height)
                height = float(elevation)
            time = point.findtext("{*}time")
            if time is not None:
                times.append(parser.isoparse(time.strip()))
    duration = int((max(times) - min(times)).total_seconds()) if times else 0
    return {
        "points": points,
        "length_m": round(length, 1),
        "climb_m": round(climb, 1),
        "duration_s": duration,
    }
