    with zipfile.ZipFile(path) as archive:
        # directory entries count as members, and upper-case digests never match
        members = set(archive.namelist())
        if "manifest.json" not in members:
            raise ValueError("the archive has no manifest.json")
        manifest = json.loads(archive.read("manifest.json"))
        if not isinstance(manifest, dict):
            raise ValueError("manifest.json is not a JSON object")
        members.discard("manifest.json")
        listed = set(manifest)
        groups = {"ok": [], "corrupt": [], "missing": sorted(listed - members), "extra": sorted(members - listed)}
        for name in sorted(listed & members):
            digest = hashlib.sha256(archive.read(name)).hexdigest()
            groups["ok" if digest == manifest[name] else "corrupt"].append(name)
    return groups
