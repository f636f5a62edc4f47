    if days < 0:
        raise ValueError("days must not be negative")
    if now.utcoffset() is None:
        raise ValueError("now must have a time zone")
    made = []
    for name in os.listdir(directory):
        path = os.path.join(directory, name)
        if not name.endswith(".log") or not os.path.isfile(path):
            continue
        # whole days only: a file of 7 days and some hours counts as 7 days old
        age = timedelta(seconds=now.timestamp() - os.path.getmtime(path))
        if age.days <= days:
            continue
        with open(path, "rb") as source, gzip.open(path + ".gz", "wb") as target:
            shutil.copyfileobj(source, target)
        os.remove(path)
        made.append(name + ".gz")
    return natsorted(made)
