"""Trusted: the loop, its frames, and the places that samples live in. No program ever runs in these processes."""
