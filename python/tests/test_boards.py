"""Boards of other libraries: the same legal moves, and values that fit their moves.

Both libraries import as ``draughts``, so that each has an environment of its own; the tests find out which it is. What
they do otherwise than the rules is named here and nowhere else.
"""

import os
import random

import draughts
import petrov
import pytest

IS_PYDRAUGHTS = not hasattr(draughts, "BaseBoard")
#: Positions of each game. All takes minutes with pydraughts, which is slow.
POSITIONS = int(os.environ.get("PETROV_POSITIONS", "200" if IS_PYDRAUGHTS else "20000"))

PYDRAUGHTS = {
    "standard": "international",
    "frisian": "frisian",
    "frysk!": "frisian",
    "antidraughts": "anti-international",
    "breakthrough": "breakthrough",
    "russian": "russian",
    "brazilian": "brazilian",
    "english": "english",
    "italian": "italian",
    "turkish": "turkish",
}
PY_DRAUGHTS = {
    "StandardBoard": "international",
    "FrisianBoard": "frisian",
    "FryskBoard": "frisian",
    "AntidraughtsBoard": "anti-international",
    "BreakthroughBoard": "breakthrough",
    "RussianBoard": "russian",
    "BrazilianBoard": "brazilian",
    "AmericanBoard": "english",
}
GAMES = PYDRAUGHTS if IS_PYDRAUGHTS else PY_DRAUGHTS


class Pydraughts:
    """pydraughts: FEN by letters for Russian, Brazilian and Turkish, moves by numbers that begin at a1 there."""

    def __init__(self, variant, fen="startpos"):
        self.variant = variant
        self.board = draughts.Board(variant=variant, fen=fen)

    def number(self, text):
        number = int(text) - 1
        if self.variant in ("russian", "brazilian"):
            number = (7 - number // 4) * 4 + number % 4
        elif self.variant == "turkish":
            number = (7 - number // 8) * 8 + number % 8
        return number + 1

    def moves(self):
        """Each move with from, to, and the squares of the pieces taken."""
        moves = {}
        for move in self.board.legal_moves():
            first, last, *captured = map(self.number, move.hub_move.replace("x", "-").split("-"))
            moves[first, last, frozenset(captured)] = move
        return moves

    def push(self, move):
        self.board.push(move)

    def is_over(self):
        return self.board.is_over()


class PyDraughts:
    """py-draughts: FEN within its PDN tag, squares from 0 in the order of the numbers."""

    def __init__(self, variant, fen=None):
        kind = getattr(draughts, variant)
        self.variant = variant
        self.board = kind() if fen is None else kind.from_fen(fen)

    def moves(self):
        moves = {}
        for move in self.board.legal_moves:
            captured = frozenset(square + 1 for square in move.captured_list)
            moves[move.square_list[0] + 1, move.square_list[-1] + 1, captured] = move
        return moves

    def push(self, move):
        self.board.push(move)

    def is_over(self):
        return self.board.game_over


Library = Pydraughts if IS_PYDRAUGHTS else PyDraughts


def our_moves(position):
    moves = set()
    for move in position.legal_moves():
        first, last, *captured = map(int, move.hub.replace("x", "-").split("-"))
        moves.add((first, last, frozenset(captured)))
    return moves


COMPULSORY = "py-draughts 1.10.1: in American checkers one may move although one could capture"
OVER_PIECES = "pydraughts 0.6.7: in Turkish draughts a king passes over pieces"
THREE_MOVES = "art. 17 of the Frisian rules: a king that moved three times in a row must wait, if its side has men"


def passes_over(position, move):
    """Whether a quiet move on the Turkish board, along a row or a file, has pieces in its way."""
    first, last, captured = move
    white, black, _, _ = position.bitboards()
    step = 8 if (last - first) % 8 == 0 else 1
    straight = step == 8 or (first - 1) // 8 == (last - 1) // 8
    between = range(min(first, last) + step, max(first, last), step)
    return not captured and straight and any((white | black) >> (number - 1) & 1 for number in between)


def known_difference(library, position, theirs):
    """The name of a known difference, if that is all that differs here. A test fails on any other."""
    ours = our_moves(position)
    more, less = theirs - ours, ours - theirs
    captures = any(captured for _, _, captured in ours)
    if library.variant == "AmericanBoard" and captures and not less and not any(captured for _, _, captured in more):
        return COMPULSORY
    if library.variant == "turkish" and not less and all(passes_over(position, move) for move in more):
        return OVER_PIECES
    # No mistake: a position without its history does not tell, so Petrov leaves the rule out. The moves of one king are
    # missing.
    frisian = library.variant in ("frisian", "frysk!")
    if frisian and not more and not captures and len({first for first, _, _ in less}) == 1:
        return THREE_MOVES
    return None


#: What random play meets in each game, and must meet.
EXPECTED = {"AmericanBoard": {COMPULSORY}, "turkish": {OVER_PIECES}}


@pytest.mark.parametrize("variant", GAMES)
def test_legal_moves_and_probes(variant):
    """Positions of random play have the same legal moves, and are probed without an error."""
    chosen = random.Random(variant)
    seen, differences = 0, {}
    tablebase = petrov.open_tablebase(game=GAMES[variant])
    while seen < POSITIONS:
        library = Library(variant)
        for _ in range(250):
            theirs = library.moves()
            if not theirs or library.is_over():
                break
            seen += 1
            position = petrov.Position.from_board(library.board)
            assert position.game == GAMES[variant]
            ours = our_moves(position)
            if ours != set(theirs):
                name = known_difference(library, position, set(theirs))
                assert name, (library.board.fen, ours - set(theirs), set(theirs) - ours)
                differences[name] = differences.get(name, 0) + 1
            value = tablebase.get_wdl(library.board)
            assert value == tablebase.get_wdl(position.fen) and value in (None, -2, 0, 2)
            library.push(theirs[chosen.choice(sorted(ours & set(theirs), key=str))])
    print(variant, seen, differences)
    assert differences.keys() - {THREE_MOVES} == EXPECTED.get(variant, set())


#: Breakthrough is over with a king, so that its endings have men alone; the values of others are checked with kings.
ENDINGS = {variant: game for variant, game in GAMES.items() if variant not in ("frysk!", "FryskBoard")}


@pytest.mark.parametrize("variant", ENDINGS)
def test_values_fit_the_moves_of_the_library(variant, tmp_path_factory):
    """In endings the value is the best of those after the moves that the library makes."""
    game = GAMES[variant]
    directory = tmp_path_factory.mktemp("tables")
    petrov.build(pieces=3 if petrov.Position.start(game).pieces < 30 else 2, game=game, directory=directory)
    tablebase = petrov.open_tablebase(directory, game=game)
    chosen = random.Random(variant)
    materials = sorted({material for material, _, _ in tablebase.tables()})
    checked = 0
    while checked < POSITIONS // 20:
        position = tablebase.position(chosen.choice(materials), 0, chosen.randrange(100_000))
        if position is None:
            continue
        fen = position.fen
        library = Library(variant, fen)
        assert petrov.Position.from_board(library.board, game) == position, fen
        ours, theirs = our_moves(position), library.moves().keys()
        assert ours == theirs or known_difference(library, position, set(theirs)), fen
        values = []
        for move in ours & theirs:
            after = Library(variant, fen)
            after.push(after.moves()[move])
            values.append(-tablebase.probe_wdl(after.board))
        loses = 2 if game.startswith("anti-") else -2
        assert tablebase.probe_wdl(library.board) == max(values, default=loses), fen
        checked += 1


def test_dialects_and_mistakes():
    """What both libraries write and read otherwise than the standard, as far as it concerns a prober."""
    if IS_PYDRAUGHTS:
        # Black's section first: the library swaps the colours without a word, and what it then says is what is probed.
        board = draughts.Board(variant="standard", fen="W:BK1:W40")
        assert petrov.Position.from_board(board).fen == "W:WK1:B40"
        assert petrov.Position("W:BK1:W40", "international").fen == "W:W40:BK1"
        # Letters in no order.
        assert draughts.Board(variant="russian").fen.startswith("W:Wa1,c3,e3")
        assert petrov.Position.from_board(draughts.Board(variant="russian")) == petrov.Position.start()
        wrong = draughts.Board(variant="brazilian", fen="W:WKa1:BKh2")
    else:
        # The tag of PDN around the FEN, and numbers that begin at b8.
        board = draughts.RussianBoard.from_fen("W:WKa1:BKh2")
        assert board.fen == '[FEN "W:WK29:BK28"]'
        assert petrov.Position.from_board(board) == petrov.Position("W:WKa1:BKh2")
        # White begins its American checkers, where by the rules Black does.
        assert petrov.Position.from_board(draughts.AmericanBoard()).turn == "white"
        assert petrov.Position.start("english").turn == "black"
        wrong = draughts.BrazilianBoard.from_fen("W:WKa1:BKh2")
    tablebase = petrov.open_tablebase()
    with pytest.raises(petrov.WrongGameError, match="Brazilian"):
        tablebase.probe_wdl(wrong)
