    graph = nx.DiGraph()
    graph.add_nodes_from(tasks)
    for name, (duration, predecessors) in tasks.items():
        for predecessor in predecessors:
            if predecessor not in tasks:
                raise ValueError(f"{name} waits for the unknown task {predecessor}")
            graph.add_edge(predecessor, name, weight=tasks[predecessor][0])
    if not nx.is_directed_acyclic_graph(graph):
        raise ValueError("the tasks wait for each other in a circle")
    schedule = {}
    for name in nx.topological_sort(graph):
        start = max((schedule[before][1] for before in graph.predecessors(name)), default=0)
        schedule[name] = (start, start + tasks[name][0])
    by_start = sorted(schedule, key=lambda name: (schedule[name][0], name))
    critical = nx.dag_longest_path(graph)
    _, ax = plt.subplots()
    for row, name in enumerate(by_start):
        start, finish = schedule[name]
        ax.barh(row, finish - start, left=start, color="tab:red" if name in critical else "tab:blue")
    ax.set_yticks(range(len(by_start)))
    ax.set_yticklabels(by_start)
    ax.invert_yaxis()
    ax.set_xlabel("day")
    return schedule, critical, ax
