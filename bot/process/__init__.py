"""The process rather than the game: lease, guard, heartbeat, health file, logging."""
