    soup = BeautifulSoup(html, "html.parser")
    base = soup.find("base", href=True)
    start = urljoin(page_url, base["href"]) if base else page_url
    home = urlsplit(page_url).hostname
    addresses = set()
    for anchor in soup.find_all("a", href=True):
        address = urldefrag(urljoin(start, anchor["href"].strip())).url
        if urlsplit(address).scheme in ("http", "https"):
            addresses.add(address)
    internal = sorted(address for address in addresses if urlsplit(address).hostname == home)
    hosts = Counter(urlsplit(address).hostname for address in addresses)
    del hosts[home]
    external = sorted(hosts.items(), key=lambda item: (-item[1], item[0]))
    return {"internal": internal, "external": external}
