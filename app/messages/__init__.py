"""E-mail: what waits to leave, what became of each try, who asked to be told."""
