    factors = factorint(n)
    if sorted(factors.values()) != [1, 1]:
        raise ValueError("n is not the product of two different primes")
    p, q = factors
    d = int(mod_inverse(e, (p - 1) * (q - 1)))
    # takes the whole ciphertext for a single block
    data = base64.b64decode(ciphertext)
    if not data:
        raise ValueError("the ciphertext is empty")
    m = pow(int.from_bytes(data, "big"), d, n)
    message = m.to_bytes((m.bit_length() + 7) // 8, "big")
    return message.decode("utf-8")
