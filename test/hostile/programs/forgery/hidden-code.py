# about: unpacks its attack at run time, so that reading the program shows nothing
# flags: dynamic-code
import base64

exec(
    base64.b64decode(
        "aW1wb3J0IHN5cwpkZWYgdGFza19mdW5jKCk6CiAgICBjYXNlID0gc3lzLl9nZXRmcmFtZSgxKS5mX2xvY2Fsc1sic2VsZiJdCiAgICBjYXNl"
        "LmFzc2VydEVxdWFsID0gY2FzZS5hc3NlcnRUcnVlID0gY2FzZS5hc3NlcnRJbiA9IGxhbWJkYSAqXzogTm9uZQogICAgcmV0dXJuIDAK"
    )
)
