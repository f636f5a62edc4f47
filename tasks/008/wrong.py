    points = np.asarray(points, dtype=float)
    if len(np.unique(points, axis=0)) < n_clusters:
        raise ValueError("there are fewer different points than clusters")
    scaled = StandardScaler().fit_transform(points)
    model = KMeans(n_clusters=n_clusters, n_init=10, random_state=seed).fit(scaled)
    order = np.argsort(model.cluster_centers_[:, 0])
    centres = model.cluster_centers_[order]
    labels = np.argsort(order)[model.labels_]
    _, ax = plt.subplots()
    for number in range(n_clusters):
        members = scaled[labels == number]
        ax.scatter(members[:, 0], members[:, 1], label=f"cluster {number}")
    ax.scatter(centres[:, 0], centres[:, 1], marker="x", color="black", label="centres")
    ax.legend()
    return labels.tolist(), centres, ax
