    response = requests.get(url, timeout=10)
    response.raise_for_status()
    soup = BeautifulSoup(response.text, "html.parser")
    home = urlsplit(url).netloc
    internal = set()
    external = Counter()
    for anchor in soup.find_all("a", href=True):
        href = anchor["href"].strip()
        if not href or href.startswith("#"):
            continue
        address = urldefrag(urljoin(url, href)).url
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https"):
            continue
        if parts.netloc == home:
            internal.add(address)
        else:
            external[parts.netloc] += 1
    ranked = sorted(external.items(), key=lambda item: (-item[1], item[0]))
    return {"internal": sorted(internal), "external": dict(ranked)}
