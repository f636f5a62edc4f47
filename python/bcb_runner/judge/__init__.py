"""What watches a program and decides about it. Parts of it share an interpreter with the program and trust nothing there."""
