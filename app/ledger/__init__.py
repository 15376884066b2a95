"""Append-only, hash-chained record of every legally relevant event, one chain per city."""
