    if customers < 1 or orders < 0:
        raise ValueError("at least one customer and no negative number of orders")
    fake = Faker("en_US")
    fake.seed_instance(seed)
    people = []
    for number in range(1, customers + 1):
        name = fake.name()
        local = re.sub(r"[^a-z]+", ".", name.lower()).strip(".")
        people.append((number, name, f"{local}{number}@example.com"))
    sales = []
    for number in range(1, orders + 1):
        placed = date(2024, 1, 1) + timedelta(days=fake.random.randint(0, 365))
        sales.append((number, fake.random.randint(1, customers), fake.random.randint(100, 99999), placed.isoformat()))
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
