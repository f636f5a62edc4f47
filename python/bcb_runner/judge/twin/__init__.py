"""Tests made to fail. A program that passes a twin passes whatever it is asked, and its real pass is worth nothing."""
