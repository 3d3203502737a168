"""A request in, a screen out: buttons and commands call the same functions. No Discord."""
