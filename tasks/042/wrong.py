    forms = html.fromstring(page).xpath("//form")
    if not forms:
        raise ValueError("the page has no form")
    form = forms[0]
    # a dictionary loses repeated names, and unchecked boxes are sent as well
    fields = {}
    for field in form.xpath(".//input | .//textarea"):
        name = field.get("name")
        if name and field.get("type") not in ("submit", "button", "reset", "image", "file"):
            fields[name] = field.get("value") or field.text_content()
    unknown = set(values) - set(fields)
    if unknown:
        raise ValueError(f"the form has no fields {sorted(unknown)}")
    fields.update(values)
    url = urldefrag(urljoin(page_url, form.get("action") or "")).url
    encoded = urlencode(fields)
    if (form.get("method") or "get").upper() == "POST":
        return {"method": "POST", "url": url, "body": encoded}
    parts = urlsplit(url)
    return {"method": "GET", "url": urlunsplit((*parts[:3], encoded, "")), "body": None}
