"""The Discord bot: everything that talks to Discord, on top of render, data and game."""

__version__ = "0.1.0"
