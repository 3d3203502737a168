"""The local table: the bot, unmodified, in a simulated Discord in the browser."""
