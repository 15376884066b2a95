"""The database edge: base model, column types, engine settings and the one transaction helper."""
