    if expires_at.utcoffset() is None:
        raise ValueError("expires_at needs a time zone")
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    if {"expires", "signature"} & {name for name, _ in pairs}:
        raise ValueError("the link is signed already")
    pairs.append(("expires", str(int(expires_at.timestamp() // 1))))
    query = urlencode(sorted(pairs))
    path = parts.path or "/"
    digest = hmac.new(secret.encode("utf-8"), f"{path}?{query}".encode("utf-8"), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")
    return urlunsplit((parts.scheme, parts.netloc, path, f"{query}&signature={signature}", ""))
