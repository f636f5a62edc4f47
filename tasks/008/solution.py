    points = np.asarray(points, dtype=float)
    if len(np.unique(points, axis=0)) < n_clusters:
        raise ValueError("there are fewer different points than clusters")
    scaled = StandardScaler().fit_transform(points)
    found = KMeans(n_clusters=n_clusters, n_init=10, random_state=seed).fit(scaled).labels_
    centres = np.array([points[found == number].mean(axis=0) for number in range(n_clusters)])
    order = np.argsort(centres[:, 0])
    rank = np.empty(n_clusters, dtype=int)
    rank[order] = np.arange(n_clusters)
    labels = rank[found]
    centres = centres[order]
    _, ax = plt.subplots()
    for number in range(n_clusters):
        members = points[labels == number]
        ax.scatter(members[:, 0], members[:, 1], label=f"cluster {number}")
    ax.scatter(centres[:, 0], centres[:, 1], marker="x", color="black", label="centres")
    ax.legend()
    return labels.tolist(), centres, ax
