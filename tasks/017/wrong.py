    for index, key in enumerate(keys):
        box = Fernet(key)
        try:
            content = box.decrypt(token)
        except InvalidToken:
            continue
        made_at = datetime.fromtimestamp(box.extract_timestamp(token), timezone.utc)
        break
    else:
        raise ValueError("no key fits the token")
    expires_at = made_at + timedelta(seconds=max_age_seconds)
    if now > expires_at:
        raise ValueError("the token is too old")
    return {
        "message": json.loads(content),
        "key": index,
        "made_at": made_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "expires_at": expires_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
