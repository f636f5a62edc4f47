    if customers < 1 or orders < 0:
        raise ValueError("at least one customer and no negative number of orders")
    fake = Faker("en_US")
    fake.seed_instance(seed)
    people = []
    for number in range(1, customers + 1):
        name = fake.name()
        # replaces spaces only, so the points and apostrophes of names stay
        people.append((number, name, f"{name.lower().replace(' ', '.')}{number}@example.com"))
    sales = []
    for number in range(1, orders + 1):
        # 2024 is a leap year, and customer 0 does not exist
        placed = date(2024, 1, 1) + timedelta(days=fake.random.randint(0, 364))
        sales.append((number, fake.random.randint(0, customers - 1), fake.random.randint(100, 99999), placed.isoformat()))
    with closing(sqlite3.connect(db_path)) as connection, connection:
        connection.execute("DROP TABLE IF EXISTS customers")
        connection.execute("DROP TABLE IF EXISTS orders")
        connection.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, email TEXT)")
        connection.execute(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, amount_cents INTEGER, placed TEXT)"
        )
        connection.executemany("INSERT INTO customers VALUES (?, ?, ?)", people)
        connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", sales)
        return connection.execute(
            "SELECT c.name, SUM(o.amount_cents) AS total FROM customers c JOIN orders o ON o.customer_id = c.id "
            "GROUP BY c.id ORDER BY total DESC, c.id LIMIT 1"
        ).fetchone()
