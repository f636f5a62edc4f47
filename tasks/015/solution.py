    def many(value):
        if value is None:
            return []
        return value if isinstance(value, list) else [value]

    try:
        root = xmltodict.parse(xml).get("rss")
    except ExpatError as error:
        raise ValueError(f"not well-formed: {error}") from error
    if not isinstance(root, dict) or "channel" not in root:
        raise ValueError("not an RSS feed")
    dated, undated = [], []
    for item in many((root["channel"] or {}).get("item")):
        item = item or {}
        entry = {
            "title": item.get("title"),
            "link": item.get("link"),
            "published": None,
            "categories": many(item.get("category")),
        }
        if item.get("pubDate"):
            moment = parser.parse(item["pubDate"]).astimezone(timezone.utc)
            entry["published"] = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
            dated.append(entry)
        else:
            undated.append(entry)
    dated.sort(key=lambda entry: entry["published"], reverse=True)
    return (dated + undated)[:limit]
