    graph = nx.DiGraph()
    graph.add_nodes_from(tasks)
    for name, (_, predecessors) in tasks.items():
        for predecessor in predecessors:
            if predecessor not in tasks:
                raise ValueError(f"{name} waits for the unknown task {predecessor}")
            graph.add_edge(predecessor, name)
    if not nx.is_directed_acyclic_graph(graph):
        raise ValueError("the tasks wait for each other in a circle")
    order = list(nx.topological_sort(graph))
    schedule = {}
    for name in order:
        start = max((schedule[before][1] for before in graph.predecessors(name)), default=0)
        schedule[name] = (start, start + tasks[name][0])
    end = max((finish for _, finish in schedule.values()), default=0)
    latest = {}
    for name in reversed(order):
        latest[name] = min((latest[after] for after in graph.successors(name)), default=end) - tasks[name][0]
    by_start = sorted(schedule, key=lambda name: (schedule[name][0], name))
    critical = [name for name in by_start if latest[name] == schedule[name][0]]
    _, ax = plt.subplots()
    for row, name in enumerate(by_start):
        start, finish = schedule[name]
        ax.barh(row, finish - start, left=start, color="tab:red" if name in critical else "tab:blue")
    ax.set_yticks(range(len(by_start)))
    ax.set_yticklabels(by_start)
    ax.invert_yaxis()
    ax.set_xlabel("day")
    return schedule, critical, ax
