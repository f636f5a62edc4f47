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
        person = row[column].strip().casefold()
        if person:
            if person not in names:
                names[person] = fake.unique.name()
            row[column] = names[person]
        writer.writerow(row)
    return output.getvalue(), names
