    page = requests.get(url, timeout=10)
    page.raise_for_status()
    soup = BeautifulSoup(page.text, "html.parser")
    report = []
    for element in soup.find_all(["script", "link"]):
        if element.name == "link" and "stylesheet" not in (element.get("rel") or []):
            continue
        reference = element.get("src" if element.name == "script" else "href")
        if not reference:
            continue
        address = urljoin(url, reference)
        digests = {}
        for entry in (element.get("integrity") or "").split():
            algorithm, _, digest = entry.partition("-")
            if algorithm in ALGORITHMS and digest:
                digests.setdefault(algorithm, set()).add(digest)
        if not digests:
            report.append((address, "unprotected"))
            continue
        response = requests.get(address, timeout=10)
        if response.status_code >= 400:
            report.append((address, "unreachable"))
            continue
        strongest = next(name for name in ALGORITHMS if name in digests)
        actual = base64.b64encode(hashlib.new(strongest, response.content).digest()).decode("ascii")
        report.append((address, "ok" if actual in digests[strongest] else "mismatch"))
    return report
