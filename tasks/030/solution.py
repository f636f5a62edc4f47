    def scalar(text):
        if text in ("true", "false"):
            return text == "true"
        if re.fullmatch(r"-?(0|[1-9][0-9]*)", text):
            return int(text)
        if re.fullmatch(r"-?(0|[1-9][0-9]*)\.[0-9]+", text):
            return float(text)
        return text

    def plain(node):
        if isinstance(node, dict):
            return {"text" if key == "#text" else key.lstrip("@"): plain(value) for key, value in node.items()}
        if isinstance(node, list):
            return [plain(item) for item in node]
        return None if node is None else scalar(node)

    try:
        tree = xmltodict.parse(xml_text)
    except ExpatError as error:
        raise ValueError(f"not well-formed XML: {error}") from error
    return yaml.safe_dump(plain(tree), sort_keys=False, default_flow_style=False, allow_unicode=True)
