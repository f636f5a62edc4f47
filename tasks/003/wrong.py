    counts = Counter(names)
    graph = nx.Graph()
    graph.add_nodes_from(counts)
    for left, right in combinations(counts, 2):
        if Levenshtein.distance(left.strip().lower(), right.strip().lower()) <= max_distance:
            graph.add_edge(left, right)
    result = {}
    for name in graph:
        group = [name, *graph.neighbors(name)]
        result[name] = min(group, key=lambda other: (-counts[other], other))
    return result
