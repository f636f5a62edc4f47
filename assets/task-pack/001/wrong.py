    if most < 1:
        raise ValueError("most must be at least 1")
    return Counter(text.lower().split()).most_common(most)
