    def decode(part):
        return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)

    try:
        head, body, mark = token.split(".")
        header, payload, signature = json.loads(decode(head)), json.loads(decode(body)), decode(mark)
    except ValueError:
        raise ValueError("malformed token") from None
    if not isinstance(header, dict) or not isinstance(payload, dict):
        raise ValueError("malformed token")
    if header.get("alg") != "HS256":
        raise ValueError("unsupported algorithm")
    expected = hmac.new(secret.encode("utf-8"), f"{head}.{body}".encode("ascii"), hashlib.sha256).digest()
    if not hmac.compare_digest(expected, signature):
        raise ValueError("invalid signature")
    now = time.time()
    if "exp" in payload and now >= payload["exp"]:
        raise ValueError("token expired")
    if "nbf" in payload and now < payload["nbf"]:
        raise ValueError("token not yet valid")
    return payload
