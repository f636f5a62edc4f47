    def scalar(text):
        if text in ("true", "false"):
            return text == "true"
        # also takes '007', '1e5', 'nan' and '1_000' for numbers
        for convert in (int, float):
            try:
                return convert(text)
            except ValueError:
                pass
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
