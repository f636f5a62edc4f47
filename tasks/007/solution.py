    reference = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?\}")

    def merge(base, extra):
        merged = dict(base)
        for key, value in extra.items():
            if isinstance(value, dict) and isinstance(merged.get(key), dict):
                merged[key] = merge(merged[key], value)
            else:
                merged[key] = value
        return merged

    def lookup(match):
        name, fallback = match.groups()
        if name in os.environ:
            return os.environ[name]
        if fallback is None:
            raise KeyError(name)
        return fallback

    def expand(value):
        if isinstance(value, dict):
            return {key: expand(item) for key, item in value.items()}
        if isinstance(value, list):
            return [expand(item) for item in value]
        if isinstance(value, str):
            return reference.sub(lookup, value)
        return value

    config = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            layer = yaml.safe_load(file)
        if layer is None:
            continue
        if not isinstance(layer, dict):
            raise ValueError(f"{path}: the top level must be a mapping")
        config = merge(config, layer)
    return expand(config)
