    reader = csv.DictReader(io.StringIO(csv_text, newline=""))
    fields = reader.fieldnames or []
    if column not in fields:
        raise ValueError(f"no column {column!r}")
    fake = Faker("en_US")
    fake.seed_instance(seed)
    names = {}
    output = io.StringIO(newline="")
    writer = csv.DictWriter(output, fields, lineterminator="\n")
    writer.writeheader()
    for row in reader:
        # different spellings of a person become different persons, and blanks become one too
        person = row[column]
        if person not in names:
            names[person] = fake.name()
        row[column] = names[person]
        writer.writerow(row)
    return output.getvalue(), names
