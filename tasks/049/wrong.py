    records = []
    page = url
    # follows any host, and keeps whichever duplicate came last
    seen = set()
    while page and page not in seen:
        seen.add(page)
        response = requests.get(page, headers={"Authorization": f"Bearer {token}"}, timeout=10)
        response.raise_for_status()
        records.extend(response.json())
        link = response.links.get("next", {}).get("url")
        page = urljoin(page, link) if link else None
    frame = pd.DataFrame(records, columns=COLUMNS)
    frame["updated"] = pd.to_datetime(frame["updated"], utc=True)
    frame = frame.drop_duplicates("id", keep="last")
    return frame.sort_values("id").reset_index(drop=True)
