"""The registry (cadastro): platforms, drivers, owners, vehicles, their links and their papers."""
