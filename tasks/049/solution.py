    home = urlsplit(url)[:2]
    records = []
    visited = set()
    page = url
    while page and page not in visited:
        visited.add(page)
        response = requests.get(page, headers={"Authorization": f"Bearer {token}"}, timeout=10)
        response.raise_for_status()
        records.extend(response.json())
        link = response.links.get("next", {}).get("url")
        page = urljoin(page, link) if link else None
        if page and urlsplit(page)[:2] != home:
            raise ValueError(f"next page is on another host: {page}")
    frame = pd.DataFrame(records, columns=COLUMNS)
    frame["updated"] = pd.to_datetime(frame["updated"], utc=True)
    frame = frame.sort_values("updated", kind="stable", na_position="first").drop_duplicates("id", keep="last")
    return frame.sort_values("id").reset_index(drop=True)
