    def decode(part):
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))

    try:
        head, body, mark = token.split(".")
        header, payload, signature = json.loads(decode(head)), json.loads(decode(body)), decode(mark)
    except ValueError:
        raise ValueError("malformed token") from None
    # believes whatever algorithm the header names, "none" included
    if header.get("alg") != "none":
        expected = hmac.new(secret.encode("utf-8"), f"{head}.{body}".encode("ascii"), hashlib.sha256).digest()
        if not hmac.compare_digest(expected, signature):
            raise ValueError("invalid signature")
    now = time.time()
    if "exp" in payload and now > payload["exp"]:
        raise ValueError("token expired")
    if "nbf" in payload and now < payload["nbf"]:
        raise ValueError("token not yet valid")
    return payload
