    with zipfile.ZipFile(path) as archive:
        members = {info.filename for info in archive.infolist() if not info.is_dir()}
        if "manifest.json" not in members:
            raise ValueError("the archive has no manifest.json")
        manifest = json.loads(archive.read("manifest.json"))
        if not isinstance(manifest, dict):
            raise ValueError("manifest.json is not a JSON object")
        members.discard("manifest.json")
        listed = set(manifest) - {"manifest.json"}
        groups = {"ok": [], "corrupt": [], "missing": sorted(listed - members), "extra": sorted(members - listed)}
        for name in sorted(listed & members):
            digest = hashlib.sha256(archive.read(name)).hexdigest()
            groups["ok" if digest == str(manifest[name]).lower() else "corrupt"].append(name)
    return groups
