"""Receipts for what phones send, and the health of each phone."""
