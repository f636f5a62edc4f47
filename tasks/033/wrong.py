    with open(path, "rb") as handle:
        data = handle.read()
    if not data:
        raise ValueError("the file is empty")
    counts = np.bincount(np.frombuffer(data, dtype=np.uint8), minlength=256)
    # the default base is e: nats, not bits
    bits = float(entropy(counts))
    figure, axes = plt.subplots()
    axes.plot(np.arange(256), counts)
    axes.set_title(f"{os.path.basename(path)} ({hashlib.sha256(data).hexdigest()[:8]})")
    axes.set_xlabel("Byte value")
    axes.set_ylabel("Count")
    return bits, axes
