"""What can go wrong."""

from typing import List


class TablebaseError(Exception):
    """Why a tablebase has no answer, or could not be opened, built or verified."""


class MissingTableError(TablebaseError, KeyError):
    """Tables that an answer needs are not there. The sentence names all of them, and how to make them.

    ``tables`` are the names of their files.
    """

    def __init__(self, message: str, tables: List[str]) -> None:
        super().__init__(message)
        self.tables = tables

    def __str__(self) -> str:
        # A KeyError would put its sentence in quotes.
        return str(self.args[0])

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return type(self), (self.args[0], self.tables)


class TooManyPiecesError(MissingTableError):
    """No table can have so many pieces."""


class CorruptTableError(TablebaseError, OSError):
    """A table is damaged, cut off, of another game, or newer than this library; or a file cannot be read."""


class BuildError(TablebaseError):
    """Tables could not be built. What was finished before stays, and the same call goes on from there."""


class FenError(ValueError):
    """A text is no FEN. The sentence names the column."""


class PositionError(ValueError):
    """A position is none: two pieces on one square, a piece off the board, or a man on its last row."""


class MoveError(ValueError):
    """A text is no legal move of the position, or fits several."""


class WrongGameError(ValueError):
    """A board or position is of another game than the tablebase."""


class CaptureError(ValueError):
    """The side to move must capture, and the values of such positions are not stored: only from ``probe_raw``."""
