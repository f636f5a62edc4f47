    config = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            layer = yaml.safe_load(file) or {}
        if not isinstance(layer, dict):
            raise ValueError(f"{path}: the top level must be a mapping")
        config.update(layer)

    def expand(value):
        if isinstance(value, dict):
            return {key: expand(item) for key, item in value.items()}
        if isinstance(value, list):
            return [expand(item) for item in value]
        if isinstance(value, str):
            return re.sub(
                r"\$\{(\w+)(?::([^}]*))?\}",
                lambda m: os.environ[m[1]] if m[2] is None else os.environ.get(m[1], m[2]),
                value,
            )
        return value

    return expand(config)
