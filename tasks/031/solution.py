    if days < 0:
        raise ValueError("days must not be negative")
    if now.utcoffset() is None:
        raise ValueError("now must have a time zone")
    limit = (now - timedelta(days=days)).timestamp()
    made = []
    for name in os.listdir(directory):
        path = os.path.join(directory, name)
        if not name.endswith(".log") or not os.path.isfile(path):
            continue
        status = os.stat(path)
        if status.st_mtime >= limit:
            continue
        archive = path + ".gz"
        with open(path, "rb") as source, gzip.open(archive, "wb") as target:
            shutil.copyfileobj(source, target)
        os.utime(archive, ns=(status.st_atime_ns, status.st_mtime_ns))
        os.remove(path)
        made.append(name + ".gz")
    return natsorted(made)
