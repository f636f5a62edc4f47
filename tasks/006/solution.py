    if block < 1:
        raise ValueError("block must be at least 1")
    pixels = np.array(image.convert("RGB"))
    height, width = pixels.shape[:2]
    result = np.empty_like(pixels)
    for top in range(0, height, block):
        for left in range(0, width, block):
            square = pixels[top : top + block, left : left + block].reshape(-1, 3)
            total = square.sum(axis=0, dtype=np.int64)
            result[top : top + block, left : left + block] = total // len(square)
    colours = len(np.unique(result.reshape(-1, 3), axis=0))
    return Image.fromarray(result), colours
