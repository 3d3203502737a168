"""Numbers that name something, one type each, so that none is handed over instead of another."""

from typing import NewType

GameId = NewType("GameId", int)
"""A game, from its lobby on: 1, 2, 3 ... in the order in which they were opened."""
UserId = NewType("UserId", int)
"""A user of Discord, or a negative number for somebody who had their data deleted.

Every field of an event that holds one has this type: by it the number is found when somebody's data is deleted.
"""
GuildId = NewType("GuildId", int)
"""A server of Discord."""
ChannelId = NewType("ChannelId", int)
"""A channel of Discord: of a server, a thread, or of direct messages."""
MessageId = NewType("MessageId", int)
"""A message of Discord."""
Seq = NewType("Seq", int)
"""The number of an event in the log of its game, from 1; that of the last one is the version of the game, 0 before."""
TournamentId = NewType("TournamentId", int)
"""A tournament: 1, 2, 3 ... in the order in which they were opened."""
