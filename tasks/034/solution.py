    name = identifier.strip().lower()
    if cell < 1:
        raise ValueError("cell must be at least 1")
    if not name:
        raise ValueError("identifier must not be empty")
    digest = hashlib.sha256(name.encode("utf-8")).digest()
    left = np.array([byte % 2 == 0 for byte in digest[3:18]]).reshape(5, 3)
    grid = np.hstack([left, left[:, 1::-1]])
    pixels = np.full((5, 5, 3), 255, dtype=np.uint8)
    pixels[grid] = list(digest[:3])
    pixels = pixels.repeat(cell, axis=0).repeat(cell, axis=1)
    return Image.fromarray(pixels)
