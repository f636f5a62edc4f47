    response = requests.get(url, timeout=10)
    response.raise_for_status()
    soup = BeautifulSoup(response.text, "html.parser")
    home = urlsplit(url).netloc
    internal = set()
    external = Counter()
    for anchor in soup.find_all("a", href=True):
        address = urldefrag(anchor["href"]).url
        if not address:
            continue
        # relative links are glued to the host instead of being resolved against the page
        if not address.startswith("http"):
            address = "https://" + home + "/" + address.lstrip("/")
        parts = urlsplit(address)
        if parts.netloc == home:
            internal.add(address)
        else:
            external[parts.netloc] += 1
    return {"internal": sorted(internal), "external": dict(external.most_common())}
