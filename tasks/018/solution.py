    found = {}
    for name in natsorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not name.lower().endswith((".png", ".bmp")) or not os.path.isfile(path):
            continue
        try:
            with Image.open(path) as image:
                pixels = image.convert("RGBA")
        except UnidentifiedImageError:
            continue
        head = f"{pixels.width}x{pixels.height}:".encode("ascii")
        digest = hashlib.sha256(head + pixels.tobytes()).hexdigest()
        found.setdefault(digest, []).append(name)
    return {digest: names for digest, names in found.items() if len(names) > 1}
