"""Trusted: the loop, its frames, and the places where samples live. No untrusted program runs in these processes."""
