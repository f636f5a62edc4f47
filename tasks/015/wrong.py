    try:
        channel = xmltodict.parse(xml)["rss"]["channel"]
    except (ExpatError, KeyError, TypeError) as error:
        raise ValueError("not an RSS feed") from error
    items = channel.get("item", [])
    if isinstance(items, dict):
        items = [items]
    entries = []
    for item in items:
        published = None
        if item.get("pubDate"):
            moment = parser.parse(item["pubDate"]).astimezone(timezone.utc)
            published = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        entries.append(
            {
                "title": item.get("title"),
                "link": item.get("link"),
                "published": published,
                "categories": list(item.get("category", [])),
            }
        )
    entries.sort(key=lambda entry: entry["published"] or "", reverse=True)
    return entries[:limit]
