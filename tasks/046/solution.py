    if action not in ("register", "login"):
        raise ValueError(f"unknown action: {action!r}")
    name = username.strip().lower()
    with closing(sqlite3.connect(db_path)) as connection, connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS users (username TEXT PRIMARY KEY, password_hash TEXT, failures INTEGER)"
        )
        row = connection.execute("SELECT password_hash, failures FROM users WHERE username = ?", (name,)).fetchone()
        if action == "register":
            if row is not None:
                return "exists"
            digest = generate_password_hash(password, method=METHOD)
            connection.execute("INSERT INTO users VALUES (?, ?, 0)", (name, digest))
            return "registered"
        if row is None:
            return "denied"
        if row[1] >= MAX_FAILURES:
            return "locked"
        if check_password_hash(row[0], password):
            connection.execute("UPDATE users SET failures = 0 WHERE username = ?", (name,))
            return "ok"
        connection.execute("UPDATE users SET failures = failures + 1 WHERE username = ?", (name,))
        return "denied"
