import base64
from sympy import factorint, mod_inverse

def task_func(n, e, ciphertext):
    """
    Decrypt a textbook RSA message by factoring its small modulus.

    The modulus is the product of two different primes p and q; the private exponent d is the inverse
    of e modulo (p - 1) * (q - 1). The ciphertext is standard Base64 of one or more blocks of k bytes
    each, where k is the number of bytes needed to write n. Every block is a big-endian integer c
    that decrypts to m = c ** d mod n; the shortest big-endian byte form of m is one piece of the
    message. The pieces joined in order are the UTF-8 text.

    Parameters:
    - n (int): The modulus.
    - e (int): The public exponent.
    - ciphertext (str): The encrypted message in Base64.

    Returns:
    - str: The decrypted text.

    Requirements:
    - base64
    - sympy

    Raises:
    - ValueError: If n is not the product of two different primes, if e has no inverse, or if the
      number of ciphertext bytes is not a positive multiple of k.

    Example:
    >>> task_func(3233, 17, "C7g=")
    'H'
    """
