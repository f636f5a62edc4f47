    forms = html.fromstring(page).xpath("//form")
    if not forms:
        raise ValueError("the page has no form")
    form = forms[0]
    pairs = []
    for field in form.xpath(".//input | .//textarea"):
        name = field.get("name")
        kind = (field.get("type") or "text").lower() if field.tag == "input" else "textarea"
        if not name or field.get("disabled") is not None:
            continue
        if kind in ("submit", "button", "reset", "image", "file"):
            continue
        if kind in ("checkbox", "radio") and field.get("checked") is None:
            continue
        if kind == "textarea":
            value = field.text_content()
        else:
            value = field.get("value", "on" if kind in ("checkbox", "radio") else "")
        pairs.append((name, values.get(name, value)))
    unknown = set(values) - {name for name, _ in pairs}
    if unknown:
        raise ValueError(f"the form has no fields {sorted(unknown)}")
    url = urldefrag(urljoin(page_url, form.get("action") or "")).url
    encoded = urlencode(pairs)
    if (form.get("method") or "get").upper() == "POST":
        return {"method": "POST", "url": url, "body": encoded}
    parts = urlsplit(url)
    return {"method": "GET", "url": urlunsplit((*parts[:3], encoded, "")), "body": None}
