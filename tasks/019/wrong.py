    fake = Faker("en_US")
    fake.seed_instance(seed)
    result = df.copy()
    mapping = {name: fake.name() for name in df[column].unique()}
    result[column] = pd.Series([mapping[value] for value in df[column]], index=df.index, dtype=object)
    return result, mapping
