"""Committed messages and timers, delivered. No Discord: sending is behind the `Messenger` protocol."""
