"""The rules of Ingenious, pure: no I/O, no clock, no asyncio, no global random, nothing of Discord."""
