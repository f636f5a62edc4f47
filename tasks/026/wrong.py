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
        entries = [entry.partition("-") for entry in (element.get("integrity") or "").split()]
        entries = [(name, digest) for name, _, digest in entries if name in ALGORITHMS]
        if not entries:
            report.append((address, "unprotected"))
            continue
        response = requests.get(address, timeout=10)
        if response.status_code >= 400:
            report.append((address, "unreachable"))
            continue
        # is content with a digest of any algorithm, also when a stronger one differs
        good = any(
            base64.b64encode(hashlib.new(name, response.content).digest()).decode("ascii") == digest
            for name, digest in entries
        )
        report.append((address, "ok" if good else "mismatch"))
    return report
