"""The process rather than the game: lease, guard, heartbeat, worker, health file, metrics, logging."""
