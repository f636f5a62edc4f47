    response = requests.get(url, timeout=10)
    response.raise_for_status()
    encoding = chardet.detect(response.content)["encoding"] or "utf-8"
    text = response.content.decode(encoding, errors="replace")
    words = {line.strip() for line in text.splitlines()} - {""}
    found = []
    for candidate in words:
        distance = Levenshtein.distance(candidate.lower(), word.lower())
        if distance <= max_distance:
            found.append((candidate, distance))
    return sorted(found, key=lambda pair: (pair[1], pair[0]))
