    if block < 1:
        raise ValueError("block must be at least 1")
    rgb = image.convert("RGB")
    small = rgb.resize((max(1, rgb.width // block), max(1, rgb.height // block)), Image.BOX)
    result = small.resize(rgb.size, Image.NEAREST)
    colours = len(np.unique(np.array(result).reshape(-1, 3), axis=0))
    return result, colours
