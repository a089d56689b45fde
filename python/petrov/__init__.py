"""Endgame tablebases for draughts: build them, prove them, and ask them.

A tablebase knows every position with few pieces: who wins it, how far the end is, and which move is best.

>>> import petrov
>>> tablebase = petrov.open_tablebase()  # the small tables inside the library: Russian draughts, 2 and 3 pieces
>>> tablebase.probe_wdl("W:WKb8,Kd8:BKg1")
0
>>> tablebase.probe_dtw("W:WKa1:Bc5")
3

More tables come from folders, ``petrov.open_tablebase("tables")``, and are made with ``petrov.build(pieces=4)``. All games
are known (``petrov.games()``): ``petrov.open_tablebase("tables", game="international")``.

Values are those of the side to move: 2 for a win, 0 for a draw, -2 for a loss; with draw rules that count moves
(``probe_category``) also 1 for a win that a rule takes away, and -1 for a loss that it makes a draw. Distances are plies, of
which two are a move of each side, with the sign of who wins. Positions are FENs of any dialect, a ``petrov.Position``, or any
object with ``fen``, as the boards of pydraughts and py-draughts.
"""

from ._errors import (
    BuildError,
    CaptureError,
    CorruptTableError,
    FenError,
    MissingTableError,
    MoveError,
    PositionError,
    TablebaseError,
    TooManyPiecesError,
    WrongGameError,
)
from ._petrov import (
    NO_DISTANCE,
    Game,
    Move,
    Position,
    Probe,
    RatedMove,
    Statistics,
    Tablebase,
    Threshold,
    VerifyReport,
    build,
    games,
    open_tablebase,
    verify,
)
from ._petrov import VERSION as __version__

__all__ = [
    "NO_DISTANCE",
    "BuildError",
    "CaptureError",
    "CorruptTableError",
    "FenError",
    "Game",
    "MissingTableError",
    "Move",
    "MoveError",
    "Position",
    "PositionError",
    "Probe",
    "RatedMove",
    "Statistics",
    "Tablebase",
    "TablebaseError",
    "Threshold",
    "TooManyPiecesError",
    "VerifyReport",
    "WrongGameError",
    "build",
    "games",
    "open_tablebase",
    "verify",
]
