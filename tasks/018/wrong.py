    found = {}
    for name in natsorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not name.lower().endswith((".png", ".bmp")) or not os.path.isfile(path):
            continue
        try:
            with Image.open(path) as image:
                head = f"{image.width}x{image.height}:".encode("ascii")
                digest = hashlib.sha256(head + image.tobytes()).hexdigest()
        except UnidentifiedImageError:
            continue
        found.setdefault(digest, []).append(name)
    return {digest: names for digest, names in found.items() if len(names) > 1}
