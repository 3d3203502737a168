"""A table as a value: its events, what may be done at it, and when something is due. Pure."""
