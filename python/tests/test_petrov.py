"""The module by itself."""

import doctest
import math
import os
import pathlib
import pickle
import random
import signal
import threading
import time

import numpy as np
import petrov
import pytest

ROOT = pathlib.Path(__file__).parents[2]
SOME = ["W:WKb8,Kd8:BKg1", "W:WKa1:Bc5", "B:WKa1:Bc5", "W:Wa3,c3:BKh8", "B:W:BKa1", "W:Wa1:Bb2", "W:WKc1,a5:Bf6"]


@pytest.fixture(scope="module")
def tablebase():
    with petrov.open_tablebase() as opened:
        yield opened


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Tables of up to three pieces with all metrics and clocks, built by the module."""
    directory = tmp_path_factory.mktemp("tables")
    calls = []
    metrics = ["wdl", "dtw", "dtc", "dtz", "ru.road5.take", "ru.kings15"]
    paths = petrov.build(
        pieces=3, directory=directory, metrics=metrics, threads=2, progress=lambda *at: calls.append(at)
    )
    assert calls and calls[-1][0] <= calls[-1][1]
    assert paths and all(path.is_file() for path in paths)
    return directory


def test_what_the_documents_say():
    assert doctest.testmod(petrov).failed == 0
    failed, tried = doctest.testfile(str(ROOT / "python" / "README.md"), module_relative=False)
    assert tried > 0 and failed == 0


def test_values_are_those_of_the_moves(tablebase):
    """The value of a position is the best of those after its moves, and so is the distance."""
    chosen = random.Random(1)
    for _ in range(500):
        material = chosen.choice(["KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"])
        position = tablebase.position(material, 0, chosen.randrange(900))
        if position is None:
            continue
        after = [position.play(move) for move in position.legal_moves()]
        probe = tablebase.probe(position)
        assert probe.wdl == max([-tablebase.probe_wdl(child) for child in after], default=-2)
        assert probe.wdl == tablebase.probe_wdl(position.fen) == tablebase.get_wdl(position)
        if any(move.is_capture for move in position.legal_moves()):
            with pytest.raises(petrov.CaptureError):
                tablebase.probe_raw(position)
        else:
            assert tablebase.probe_raw(position) == probe.wdl
        if probe.wdl == 0:
            assert probe.dtw is None
            continue
        assert math.copysign(1, probe.dtw) == math.copysign(1, probe.wdl) or probe.dtw == 0
        plies = [tablebase.probe_dtw(child) for child in after if tablebase.probe_wdl(child) == -probe.wdl]
        if probe.wdl == 2:
            assert probe.dtw == 1 + min(-number for number in plies)
        else:
            assert probe.dtw == -(1 + max(plies)) if plies else probe.dtw == 0
        line = tablebase.mainline(position)
        assert len(line) == abs(probe.dtw)
        rated = tablebase.root_moves(position)
        assert [move.wdl for move in rated] == sorted((move.wdl for move in rated), reverse=True)
        best = tablebase.best_move(position)
        assert (best is None) == (not after)
        if best is not None:
            assert (best.wdl, best.dtw) == (probe.wdl, probe.dtw) == (rated[0].wdl, rated[0].dtw)
            assert best.after == position.play(best.move) == position.play(str(best.move))


def test_all_metrics(built):
    with petrov.open_tablebase(built, embedded=False) as tablebase:
        assert tablebase.max_pieces == 3 and "KKvK" in tablebase and "KKKvK" not in tablebase
        assert tablebase.contains("KKvK", "dtc") and not tablebase.contains("KKvK", "ru.road5.won")
        assert tablebase.missing_for("KKKvK") == ["KKKvK.wdl", "KKKvK.dtw"]
        win = "W:WKc1,a5:Bf6"
        probe = tablebase.probe(win)
        assert probe.wdl == 2 and 0 < probe.dtz <= probe.dtc <= probe.dtw
        assert probe.dtc == tablebase.probe_dtc(win) == tablebase.get_dtc(win)
        assert probe.dtz == tablebase.probe_dtz(win) == tablebase.get_dtz(win)
        with pytest.raises(petrov.MissingTableError, match='"ru.bal5"'):
            tablebase.probe_category(win)
        assert tablebase.probe_category(win, ["ru.road5.take", "ru.kings15"]) == 2
        with pytest.raises(ValueError, match="no clock 'none'|no clock \"none\""):
            tablebase.probe_category(win, ["none"])
        thresholds = tablebase.thresholds()
        assert {one.clock for one in thresholds} == {"ru.kings15"}
        for one in thresholds:
            assert 0 <= one.never <= one.taken <= one.won
            assert (one.verdict == "costs wins") == (one.taken > 0)
            assert (one.example is None) == (one.taken == 0)
        [white, black] = tablebase.statistics("KKvK")
        assert white.half == 0 and black.half == 1
        assert white.entries == white.win + white.draw + white.loss == 32 * 31 * 30 // 2
        assert sum(white.wins) == white.win and len(white.wins) == white.longest_win + 1
        assert tablebase.probe_dtw(white.longest_win_position) == white.longest_win
        with pytest.raises(petrov.MissingTableError, match=r'petrov.build\(\["KKKvK"\]'):
            tablebase.statistics("KKKvK")


def test_tables_are_proved(built):
    report = petrov.verify(built)
    assert report.findings == [] and report.tables > 18 and report.entries > 100_000
    assert petrov.verify([built], ["KKvK"], checksums_only=True).findings == []
    assert petrov.verify(str(built), one_of=1000).findings == []


def test_damage_is_found(built, tmp_path):
    folder = tmp_path / "russian"
    folder.mkdir()
    for path in (built / "russian").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    damaged = folder / "KKvK.wdl"
    damaged.write_bytes(damaged.read_bytes()[:-3])
    with petrov.open_tablebase(tmp_path) as tablebase:
        with pytest.raises(petrov.CorruptTableError, match="KKvK.wdl") as caught:
            tablebase.probe_wdl("W:WKb8,Kd8:BKg1")
        assert isinstance(caught.value, OSError) and isinstance(caught.value, petrov.TablebaseError)
        with pytest.raises(petrov.CorruptTableError):
            tablebase.get_wdl("W:WKb8,Kd8:BKg1", 7)
        assert tablebase.probe_wdl("W:WKa1:Bc5") == 2
    report = petrov.verify(tmp_path)
    assert any("KKvK.wdl" in finding for finding in report.findings)
    with pytest.raises((petrov.BuildError, petrov.CorruptTableError), match="KKvK"):
        petrov.build(["KKvK"], directory=tmp_path)


def test_missing_tables(tablebase, tmp_path):
    six = "W:WKa1,Kb2,Kc3:BKh8,Kg7,Kf6"
    with pytest.raises(petrov.MissingTableError, match=r'petrov.build\(\["KKKvKKK"\], game="russian"') as caught:
        tablebase.probe_wdl(six)
    assert isinstance(caught.value, KeyError)
    assert caught.value.tables == ["KKKvKKK.wdl"]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert tablebase.get_wdl(six) is None and tablebase.get_wdl(six, 5) == 5
    assert tablebase.get_dtw(six, "unknown") == "unknown"
    # The sentence has the call that makes what is missing.
    assert 'metrics=["dtw", "wdl"]' in str(pytest.raises(petrov.MissingTableError, tablebase.probe_dtw, six).value)

    tmp_path = tmp_path / "e\u0301 \"x\" \\ y"
    (tmp_path / "russian").mkdir(parents=True)
    with petrov.open_tablebase(tmp_path, embedded=False) as empty:
        for ask in (empty.probe_wdl, empty.probe_dtz, empty.probe_category):
            with pytest.raises(petrov.MissingTableError) as caught:
                ask("W:WKa1:Bc5")
            eval(str(caught.value).split("build them with ")[1])
            empty.add_directory(tmp_path)
            assert ask("W:WKa1:Bc5") > 0

    class Mistaken:
        @property
        def fen(self):
            raise KeyError("a mistake of the board")

    with pytest.raises(KeyError, match="a mistake"):
        tablebase.get_wdl(Mistaken(), 5)
    with pytest.raises(ValueError, match="no metric is called"):
        tablebase.contains("KKvK", "foo")
    with pytest.raises(ValueError, match="one_of"):
        petrov.verify("tables", one_of=0)
    start = petrov.Position.start()
    with pytest.raises(petrov.TooManyPiecesError):
        tablebase.probe(start)
    assert tablebase.get_wdl(start) is None and start.material is None
    with pytest.raises(petrov.MissingTableError, match="dtc"):
        tablebase.probe_dtc("W:WKa1:Bc5")
    assert tablebase.get_dtc("W:WKa1:Bc5", -1) == -1 and tablebase.probe("W:WKa1:Bc5").dtc is None
    assert tablebase.probe_many([start, six, "W:WKa1:Bc5"], missing=-9).tolist() == [-9, -9, 2]
    with pytest.raises(petrov.MissingTableError, match="^position 1: ") as caught:
        tablebase.probe_many(["W:WKa1:Bc5", six])
    assert caught.value.tables == ["KKKvKKK.wdl"]


@pytest.mark.parametrize(
    "wrong, error, part",
    [
        ("W:Wz9:Ba1", petrov.FenError, "column 4"),
        ("", petrov.FenError, "column 1"),
        ("W:Wc3:Bc3", petrov.FenError, "c3"),
        ("W:Wb8:Ba3", petrov.FenError, "b8"),
        (7, TypeError, "int is no position"),
        (None, TypeError, "NoneType is no position"),
    ],
)
def test_what_is_no_position(tablebase, wrong, error, part):
    for call in (tablebase.probe_wdl, tablebase.probe, tablebase.root_moves, tablebase.mainline, tablebase.best_move):
        with pytest.raises(error, match=part):
            call(wrong)
    with pytest.raises(error, match="^position 1: .*" + part):
        tablebase.probe_many([SOME[0], wrong])
    with pytest.raises(error):
        tablebase.pack([wrong])


def test_other_arguments(tablebase, tmp_path):
    with pytest.raises(ValueError, match="no game is called \"chess\""):
        petrov.open_tablebase(game="chess")
    with pytest.raises(FileNotFoundError, match="none") as caught:
        petrov.open_tablebase(tmp_path / "none")
    assert caught.value.filename == str(tmp_path / "none") and "os error" not in str(caught.value)
    assert len(petrov.open_tablebase([tmp_path, str(tmp_path)], embedded=False)) == 0
    with pytest.raises(TypeError):
        petrov.open_tablebase(7)
    with pytest.raises(ValueError, match="no metric"):
        tablebase.probe_many(SOME, "mtc")
    with pytest.raises(ValueError, match="material"):
        tablebase.statistics("KvQ")
    with pytest.raises(KeyError):
        tablebase.position("KvK", 2, 0)
    with pytest.raises(ValueError, match="nothing was asked for"):
        petrov.build(directory=tmp_path)
    with pytest.raises(ValueError, match="pieces is 99"):
        petrov.build(pieces=99, directory=tmp_path)
    with pytest.raises(ValueError, match="no metric is called"):
        petrov.build(["KvK"], metrics=["mtc"], directory=tmp_path)
    with pytest.raises(petrov.BuildError, match="memory"):
        petrov.build(["KKvK"], memory=1000, directory=tmp_path)
    with pytest.raises(petrov.WrongGameError, match="International"):
        tablebase.probe_wdl(petrov.Position("W:WK1:BK50", "international"))
    with pytest.raises(petrov.MoveError):
        petrov.Position("W:WKa1:Bc5").play("a1-a2")
    with pytest.raises(petrov.MissingTableError, match="nothing to verify"):
        petrov.verify(tmp_path, ["KKKKKvK"])
    with pytest.raises(ValueError, match="give a list"):
        tablebase.probe_many(SOME[0])
    with pytest.raises(ValueError, match="at least one"):
        petrov.build("KvK", metrics=[], directory=tmp_path)
    with pytest.raises(TypeError, match="materials: give a list"):
        petrov.build(7, directory=tmp_path)
    assert [path.name for path in petrov.build("KvK", metrics="wdl", directory=tmp_path)] == ["KvK.wdl"]
    assert "nonsense" not in tablebase and 5 not in tablebase
    assert tablebase.probe(SOME[0]) == tablebase.probe(SOME[0]) != tablebase.probe(SOME[1])
    assert petrov.games()[0] == petrov.games()[0]
    # As one says "no limit".
    with petrov.open_tablebase(cache_mb=2**63) as unlimited:
        assert unlimited.probe_wdl(SOME[0]) == 0
    closed = petrov.open_tablebase()
    closed.close()
    closed.close()
    with pytest.raises(ValueError, match="closed"):
        closed.probe_wdl(SOME[0])
    assert "closed" in repr(closed)


def test_positions_of_all_kinds(tablebase):
    class Attribute:
        fen = '[FEN "W:W29:B22."]'

    class Method:
        def fen(self):
            return "W:Wa1:Bc5"

    class Raises:
        @property
        def fen(self):
            raise RuntimeError("no fen today")

    with pytest.raises(RuntimeError, match="today"):
        tablebase.probe_wdl(Raises())

    class Chess:
        variant = "chess"
        fen = "W:WKa1:Bc5"

    with pytest.raises(petrov.WrongGameError, match="chess"):
        tablebase.probe_wdl(Chess())
    with pytest.raises(petrov.WrongGameError):
        petrov.Position.start().play(petrov.Position.start("english").legal_moves()[0])

    class Nonsense:
        fen = 17

    assert tablebase.probe_wdl(Attribute()) == tablebase.probe_wdl("W:Wa1:Bd4") == tablebase.probe_wdl("w:bd4:wa1:H0:F1")
    assert tablebase.probe_wdl(Method()) == tablebase.probe_wdl("W:Wa1:Bc5")
    with pytest.raises(TypeError, match="no text"):
        tablebase.probe_wdl(Nonsense())
    for game in petrov.games():
        start = petrov.Position.start(game.id)
        assert petrov.Position(start.fen, game.id) == start == petrov.Position.from_hub(start.hub, game.id)
        assert petrov.Position.from_bitboards(*start.bitboards(), game.id) == start
        assert pickle.loads(pickle.dumps(start)) == start and hash(start) == hash(petrov.Position(start.fen, game.id))
        assert eval(repr(start)) == start
        moves = start.legal_moves()
        assert moves and all(start.play(move.text) == start.play(move) for move in moves)
        assert len(set(moves)) == len(moves)
        assert pickle.loads(pickle.dumps(game)) == game and pickle.loads(pickle.dumps(moves)) == moves
        assert sum(map(len, start.squares())) == start.pieces
    for known in (tablebase.probe("W:WKa1,Kc1:Ba5"), tablebase.root_moves("W:WKa1,Kc1:Ba5")):
        assert pickle.loads(pickle.dumps(known)) == known
    with pytest.raises(petrov.PositionError, match="square 3"):
        petrov.Position.from_bitboards(4, 4, 0, False)


def test_many(tablebase):
    chosen = random.Random(2)
    positions = []
    while len(positions) < 20_000:
        found = tablebase.position(chosen.choice(["KKvK", "KMvK", "KMvM"]), chosen.randrange(2), chosen.randrange(9000))
        if found is not None:
            positions.append(found)
    for metric, one in (("wdl", tablebase.probe_wdl), ("dtw", tablebase.probe_dtw)):
        expected = [one(position) for position in positions[:3000]]
        expected = [petrov.NO_DISTANCE if number is None else number for number in expected]
        for asked in (positions, [position.fen for position in positions], iter(positions), tablebase.pack(positions)):
            values = tablebase.probe_many(asked, metric, threads=2)
            assert values.dtype == np.int16 and values.shape == (20_000,)
            assert values[:3000].tolist() == expected
    packed = tablebase.pack(positions)
    assert packed.dtype == np.uint64 and packed.shape == (20_000, 4)
    assert (tablebase.probe_many(packed[::-1]) == tablebase.probe_many(packed)[::-1]).all()
    assert tablebase.probe_many([]).shape == (0,) and tablebase.probe_many(packed[:0]).shape == (0,)
    assert tablebase.pack([]).shape == (0, 4)
    wide = np.zeros((1, 7), np.uint64)
    wide[0, [0, 2, 4]] = 1 << 28, 1 << 21, 0
    assert tablebase.probe_many(wide)[0] == tablebase.probe_wdl("W:W29:B22")
    with pytest.raises(ValueError, match="4 or 7 columns"):
        tablebase.probe_many(np.zeros((2, 5), np.uint64))
    with pytest.raises(ValueError, match="uint64"):
        tablebase.probe_many(np.zeros((2, 4), np.int32))
    unaligned = np.frombuffer(bytearray(97), np.uint64, offset=1, count=12).reshape(3, 4)
    with pytest.raises(ValueError, match="aligned"):
        tablebase.probe_many(unaligned)
    with pytest.raises(petrov.PositionError, match="^position 1: .*last column"):
        bad = packed[:3].copy()
        bad[1, 3] = 7
        tablebase.probe_many(bad)
    with pytest.raises(petrov.FenError, match="^position 5000: "):
        tablebase.probe_many([SOME[0]] * 5000 + ["W"] + [SOME[0]] * 5000 + ["B"], threads=2)


def test_the_rate_of_many(tablebase):
    """Values that are in memory, a million a second: the best of several runs, as the machine may do other things."""
    packed = np.tile(tablebase.pack(SOME * 1000), (40, 1))
    rates = {}
    for name, asked in (("array", packed), ("FENs", SOME * 20_000)):
        seconds = []
        for _ in range(5):
            start = time.perf_counter()
            values = tablebase.probe_many(asked)
            seconds.append(time.perf_counter() - start)
        rates[name] = len(values) / min(seconds)
    print({name: f"{rate / 1e6:.2f} M/s" for name, rate in rates.items()})
    assert rates["array"] > 1e6, rates


def test_folders_of_many_threads(built, tmp_path):
    """What threads add at once all stays, and what is closed stays closed."""
    names = ["KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK"]
    for name in names:
        folder = tmp_path / name / "russian"
        folder.mkdir(parents=True)
        (folder / f"{name}.wdl").write_bytes((built / "russian" / f"{name}.wdl").read_bytes())
    for _ in range(10):
        with petrov.open_tablebase(embedded=False) as tablebase:
            add = [threading.Thread(target=tablebase.add_directory, args=(tmp_path / name,)) for name in names]
            for thread in add:
                thread.start()
            for thread in add:
                thread.join()
            assert len(tablebase) == len(names)

        def add_or_closed(tablebase):
            try:
                tablebase.add_directory(built)
            except ValueError:
                pass

        tablebase = petrov.open_tablebase(embedded=False)
        thread = threading.Thread(target=add_or_closed, args=(tablebase,))
        thread.start()
        tablebase.close()
        thread.join()
        with pytest.raises(ValueError, match="closed"):
            tablebase.probe_wdl(SOME[0])


def test_other_threads_go_on(tablebase):
    """While many positions are probed, other threads of Python run."""
    packed = np.tile(tablebase.pack(SOME * 1000), (60, 1))
    done = threading.Event()
    turns = 0

    def probe():
        for _ in range(3):
            tablebase.probe_many(packed)
        done.set()

    thread = threading.Thread(target=probe)
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    # With the lock held, there would be a turn or two between calls.
    assert turns > 20, turns


@pytest.mark.parametrize("threads", [1, 2])
def test_many_probes_can_be_stopped(tablebase, threads):
    class Enough(Exception):
        pass

    def enough(*_):
        raise Enough

    packed = np.tile(tablebase.pack(SOME * 1000), (400, 1))
    start = time.perf_counter()
    tablebase.probe_many(packed, threads=threads)
    whole = time.perf_counter() - start
    before = signal.signal(signal.SIGALRM, enough)
    try:
        signal.setitimer(signal.ITIMER_REAL, whole / 10)
        start = time.perf_counter()
        with pytest.raises(Enough):
            tablebase.probe_many(packed, threads=threads)
        assert time.perf_counter() - start < whole / 2 + 0.1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_threads_share_a_tablebase(tablebase):
    expected = [tablebase.probe_wdl(fen) for fen in SOME]
    wrong = []

    def probe():
        for _ in range(500):
            if [tablebase.probe_wdl(fen) for fen in SOME] != expected:
                wrong.append(1)

    threads = [threading.Thread(target=probe) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_whatever_runs_within_a_probe_may_use_the_tablebase(tmp_path):
    """Nothing waits for itself: neither a probe that closes what it asks, nor a process after a fork."""
    tablebase = petrov.open_tablebase()

    class Closes:
        @property
        def fen(self):
            tablebase.add_directory(tmp_path)
            tablebase.close()
            return SOME[0]

    with pytest.raises(ValueError, match="closed"):
        tablebase.probe_wdl(Closes())
    tablebase = petrov.open_tablebase()
    stop = threading.Event()

    def probe():
        packed = np.tile(tablebase.pack(SOME * 1000), (10, 1))
        while not stop.is_set():
            tablebase.probe_many(packed)

    threads = [threading.Thread(target=probe) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        child = os.fork()
        if child == 0:
            right = tablebase.probe_wdl(SOME[0]) == 0
            tablebase.close()
            os._exit(0 if right else 1)
        deadline = time.monotonic() + 20
        while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
            assert time.monotonic() < deadline, "the child hangs"
            time.sleep(0.005)
        assert ended[1] == 0
    stop.set()
    for thread in threads:
        thread.join()


def test_a_build_can_be_stopped(tmp_path):
    class Enough(Exception):
        pass

    def progress(done, of):
        raise Enough

    with pytest.raises(Enough):
        petrov.build(pieces=4, directory=tmp_path, progress=progress)
    # What is there is whole, and the same call goes on.
    petrov.build(["KKvK"], directory=tmp_path)
    assert petrov.verify(tmp_path, ["KKvK"]).findings == []


def test_other_games(tmp_path):
    for game in ("canadian", "international", "turkish"):
        petrov.build(pieces=2, game=game, directory=tmp_path)
        with petrov.open_tablebase(tmp_path, game=game) as tablebase:
            assert tablebase.max_pieces == 2 and tablebase.game == game
            assert petrov.verify(tmp_path, game=game).findings == []
            half = tablebase.position("KvK", 0, 5)
            assert tablebase.probe_many([half], "dtw").shape == (1,)
            columns = 7 if game == "canadian" else 4
            assert tablebase.pack([half]).shape == (1, columns)


def test_usage():
    with petrov.open_tablebase(cache_mb=1, max_fds=3) as tablebase:
        assert tablebase.usage() == {"cache_bytes": 0, "cache_loads": 0, "open_files": 0}
        assert tablebase.probe_wdl_cached(SOME[0]) is None
        tablebase.probe_wdl(SOME[0])
        assert tablebase.probe_wdl_cached(SOME[0]) == 0
        assert tablebase.usage()["cache_loads"] > 0
