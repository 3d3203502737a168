"""Everything that imports discord.py: the client, commands, components, and what is sent."""
