    root = Path(directory)
    if not root.is_dir():
        raise NotADirectoryError(str(directory))
    lines = []
    # excludes the manifest's names everywhere, not only at the top
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.name not in ("MANIFEST.txt", "MANIFEST.sig"):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            lines.append(f"{digest}  {path.relative_to(root).as_posix()}\n")
    manifest = "".join(lines).encode("utf-8")
    (root / "MANIFEST.txt").write_bytes(manifest)
    signature = rsa.sign(manifest, private_key, "SHA-256")
    (root / "MANIFEST.sig").write_bytes(base64.b64encode(signature))
    return len(lines)
