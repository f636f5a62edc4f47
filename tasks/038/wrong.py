    response = requests.get(url, timeout=10)
    response.raise_for_status()
    # trusts the charset announced by the server
    words = {line.strip() for line in response.text.splitlines()} - {""}
    found = []
    for candidate in words:
        distance = Levenshtein.distance(candidate.lower(), word.lower())
        if distance <= max_distance:
            found.append((candidate, distance))
    return sorted(found, key=lambda pair: (pair[1], pair[0]))
