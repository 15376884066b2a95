"""The law as data and the pure functions that read it. No web, database or clock."""
