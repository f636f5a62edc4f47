    root = Path(directory)
    if not root.is_dir():
        raise NotADirectoryError(str(directory))
    own = {"MANIFEST.txt", "MANIFEST.sig"}
    digests = {}
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        if path.is_file() and name not in own:
            digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    lines = [f"{digests[name]}  {name}\n" for name in sorted(digests)]
    manifest = "".join(lines).encode("utf-8")
    (root / "MANIFEST.txt").write_bytes(manifest)
    signature = rsa.sign(manifest, private_key, "SHA-256")
    (root / "MANIFEST.sig").write_bytes(base64.b64encode(signature))
    return len(lines)
