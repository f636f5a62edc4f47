    if len(salt) < 16:
        raise ValueError("salt must have at least 16 bytes")
    plaintext = json.dumps(settings, sort_keys=True, separators=(",", ":")).encode("utf-8")
    raw_key = hashlib.pbkdf2_hmac("sha256", passphrase.encode("utf-8"), salt, ITERATIONS, dklen=32)
    token = Fernet(base64.urlsafe_b64encode(raw_key)).encrypt(plaintext)
    document = {
        "salt": base64.b64encode(salt).decode("ascii"),
        "iterations": ITERATIONS,
        "token": token.decode("ascii"),
    }
    with open(path, "w", encoding="utf-8") as handle:
        json.dump(document, handle)
    return hashlib.sha256(plaintext).hexdigest()
