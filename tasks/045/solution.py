    factors = factorint(n)
    if sorted(factors.values()) != [1, 1]:
        raise ValueError("n is not the product of two different primes")
    p, q = factors
    d = int(mod_inverse(e, (p - 1) * (q - 1)))
    size = (n.bit_length() + 7) // 8
    data = base64.b64decode(ciphertext)
    if not data or len(data) % size:
        raise ValueError("the ciphertext is not a whole number of blocks")
    message = b""
    for start in range(0, len(data), size):
        m = pow(int.from_bytes(data[start:start + size], "big"), d, n)
        message += m.to_bytes((m.bit_length() + 7) // 8, "big")
    return message.decode("utf-8")
