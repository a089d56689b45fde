"""The engine class of pydraughts, with `petrov hub` as the engine. The program is that of the environment variable PETROV."""

import os

import petrov
import pytest

draughts = pytest.importorskip("draughts.engine", reason="only pydraughts has it")
from draughts import Board, Move  # noqa: E402
from draughts import WHITE as draughts_white  # noqa: E402
from draughts.engine import HubEngine, Limit  # noqa: E402


MATERIALS = ["KKMvK", "KKKvK", "KMMvK", "KMvM"]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    directory = tmp_path_factory.mktemp("tables")
    petrov.build(MATERIALS, game="international", directory=directory)
    return directory


@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("limit", [Limit(movetime=1), Limit(time=20, inc=0.1)], ids=["move time", "clock"])
def test_an_ending_of_international_draughts_is_won(tables, material, limit):
    """The longest win of the material, from its first move to its last, against the best defence: in the fewest plies."""
    tablebase = petrov.open_tablebase(tables, game="international")
    start = tablebase.statistics(material)[0].longest_win_position
    distance = tablebase.probe_dtw(start)
    board = Board(variant="standard", fen=start.fen)
    engine = HubEngine([os.environ["PETROV"], "hub", "--game", "international", "--tables", str(tables)])
    engine.init()
    plies = 0
    try:
        while board.legal_moves():
            if plies % 2 == 0:
                board.push(engine.play(board, limit, ponder=False).move)
            else:
                board.push(Move(board, hub_move=tablebase.best_move(board).move.hub))
            plies += 1
            assert tablebase.probe_wdl(board) == (-2 if plies % 2 else 2), board.fen
            assert plies <= distance, "it does not win by the shortest way"
    finally:
        engine.quit()
        engine.kill_process()
    print(f"{material}: {start.fen} won in {plies} plies")
    assert board.winner() == draughts_white and plies == distance > 4
