    soup = BeautifulSoup(html, "html.parser")
    home = urlsplit(page_url).netloc
    internal, hosts = set(), Counter()
    for anchor in soup.find_all("a", href=True):
        address = urldefrag(urljoin(page_url, anchor["href"])).url
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https"):
            continue
        if parts.netloc == home:
            internal.add(address)
        else:
            hosts[parts.netloc] += 1
    external = sorted(hosts.items(), key=lambda item: (-item[1], item[0]))
    return {"internal": sorted(internal), "external": external}
