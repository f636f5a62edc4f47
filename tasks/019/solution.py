    fake = Faker("en_US")
    fake.seed_instance(seed)
    names = list(df[column].dropna().unique())
    taken = set(names)
    mapping = {}
    for name in names:
        pseudonym = fake.name()
        while pseudonym in taken:
            pseudonym = fake.name()
        taken.add(pseudonym)
        mapping[name] = pseudonym
    result = df.copy()
    result[column] = pd.Series(
        [value if pd.isna(value) else mapping[value] for value in df[column]], index=df.index, dtype=object
    )
    return result, mapping
