"""What people set for themselves and managers for their servers: what is typed, and the row that it becomes."""
