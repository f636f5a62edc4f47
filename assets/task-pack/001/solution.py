    if most < 1:
        raise ValueError("most must be at least 1")
    counts = Counter(re.findall(r"[a-z']+", text.lower()))
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
