"""The store: games as event logs, seats, settings and the outbox.

Must not know discord, pictures or the rules; what is in an event is only text here.
"""
