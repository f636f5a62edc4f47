    counts = Counter(names)
    graph = nx.Graph()
    graph.add_nodes_from(counts)
    for left, right in combinations(counts, 2):
        if Levenshtein.distance(left.strip().lower(), right.strip().lower()) <= max_distance:
            graph.add_edge(left, right)
    result = {}
    for group in nx.connected_components(graph):
        best = min(group, key=lambda name: (-counts[name], name))
        result.update({name: best for name in group})
    return result
