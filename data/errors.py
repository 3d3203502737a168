"""What the store cannot do, each with one plain English sentence as its text.

Must not know an engine.
"""

from typing import Final

from data.ids import GameId, Seq, TournamentId

# ruff: noqa: N818 - the errors are named as what happened, as everywhere here


class StoreError(Exception):
    """Something the store cannot do; its text is one plain English sentence."""


class Conflict(StoreError):
    """The log of a game does not end at the event that the caller saw last; nothing was written."""

    def __init__(self, game: GameId, after: Seq) -> None:
        super().__init__(f"Game {game} does not stand at event {after} any more.")
        self.game = game
        self.after = after


class GameMissing(StoreError):
    """There is no game of this number."""

    def __init__(self, game: GameId) -> None:
        super().__init__(f"There is no game {game}.")
        self.game = game


class EventMissing(StoreError):
    """A game has no event of this number."""

    def __init__(self, game: GameId, seq: Seq) -> None:
        super().__init__(f"Game {game} has no event {seq}.")
        self.game = game
        self.seq = seq


class TournamentConflict(StoreError):
    """The log of a tournament does not end at the event that the caller saw last; nothing was written."""

    def __init__(self, tournament: TournamentId, after: Seq) -> None:
        super().__init__(f"Tournament {tournament} does not stand at event {after} any more.")
        self.tournament = tournament
        self.after = after


class TournamentMissing(StoreError):
    """There is no tournament of this number."""

    def __init__(self, tournament: TournamentId) -> None:
        super().__init__(f"There is no tournament {tournament}.")
        self.tournament = tournament


class GameUnreadable(StoreError):
    """The stored rows of a game do not fit together; the other games are not concerned."""

    def __init__(self, game: GameId, why: str) -> None:
        super().__init__(f"Game {game} cannot be read: {why}.")
        self.game = game


class Unstorable(StoreError):
    """A value cannot be kept, such as half a character in a name; nothing was written."""


class KeyTaken(StoreError):
    """A row with this key exists; nothing was written."""


class ReferenceMissing(StoreError):
    """A row belongs to one that does not exist; nothing was written."""


class RowsUnreadable(StoreError):
    """Rows were found whose texts are no texts; the other rows are not concerned."""


class DatabaseUnusable(StoreError):
    """The database as a whole refuses: locked, full, read-only, damaged, not ours or closed."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"The database {path} {why}.")
        self.path = path
        self.why = why


class TooMany(StoreError):
    """One game too many was to be opened; nothing was written."""

    def __init__(self, bound: str) -> None:
        super().__init__(f"too many games by the bound {bound}")
        self.bound = bound
        """The field of `Bounds` that was reached."""


class Interrupted(DatabaseUnusable):
    """A call was ended by a lost connection or by another change; nothing was written, and a later try may succeed."""


class OutcomeUnknown(DatabaseUnusable):
    """The connection was lost in a commit and the outcome could not be looked up: it may or may not be written."""


class OtherShards(DatabaseUnusable):
    """Processes with another number of shards are at work on the database."""

    def __init__(self, path: str, found: int, ours: int) -> None:
        whole = "by a process for all servers" if found == 1 else f"by processes that share {found} shards"
        asked = "all servers" if ours == 1 else f"{ours} shards"
        super().__init__(path, f"is in use {whole}, so this one cannot have {asked}: end the others before, or agree")
        self.found = found


class DatabaseDamaged(DatabaseUnusable):
    """A part of the file is not what was written; other parts may still be readable."""


DAMAGED: Final = (RowsUnreadable, DatabaseDamaged)
"""What a call raises that needs damaged rows, while others go on."""


class DatabaseReplaced(DatabaseUnusable):
    """The file was deleted or replaced while it was open: whatever is written now is lost, so the process must stop."""


class OlderSchema(DatabaseUnusable):
    """The database was written before the first release; it was not touched."""

    def __init__(self, path: str, found: int, upgrades: str) -> None:
        super().__init__(
            path, f"has schema {found}, from before the first release: check out commit {upgrades} and start that once"
        )
        self.found = found


class NewerSchema(DatabaseUnusable):
    """The database was written by a newer version of this program; it was not touched."""

    def __init__(self, path: str, found: int, known: int) -> None:
        super().__init__(path, f"has schema {found}, but this version knows only up to {known}: update the program")
        self.found = found
        self.known = known
