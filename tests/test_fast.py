"""Compiled kernels do what the plain ones do, are kept on the disk and not trusted too far, and can be missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fives import RULE_SETS, fast, kernel, playout, tally
from fives.analysis import batch
from fives.rounds import state_of

pytestmark = pytest.mark.thorough

KINDS = [(rules, seats) for rules in RULE_SETS for seats in (2, 3, 4)]
compiled_only = pytest.mark.skipif(not fast.COMPILED, reason=f"nothing is compiled here: {fast.WHY_NOT}")
Run = Callable[..., list[str]]
Pack = Callable[[list[int]], Any]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs lines of Python in a process of their own, with a cache of their own; returns the lines printed."""

    def lines(code: str, *path: Path, cache: Path = tmp_path / "cache", **more: str) -> list[str]:
        env = {**os.environ, "FIVES_CACHE": str(cache), "PYTHONPATH": os.pathsep.join(map(str, path)), **more}
        done = subprocess.run([sys.executable, "-W", "error", "-c", textwrap.dedent(code)], env=env, check=False,
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr[-2000:]
        assert done.stderr == ""
        return done.stdout.splitlines()

    return lines


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    """A folder with a kernel of somebody's own, `mine`, and another that it uses."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "helper.py").write_text("SIDES = (2, 3)\ndef area(n: int) -> int:\n    return n * SIDES[0]\n")
    (folder / "mine.py").write_text(textwrap.dedent("""
        from fives.kernel import pips
        from helper import area

        SHARES = (-3, 1 << 40, 5)

        def depth(n: int, step: int) -> int:
            if n <= 0:
                return 0
            return 1 + depth(n - step, 1)

        def even(n: int) -> bool:
            if n == 0:
                return True
            return odd(n - 1)

        def odd(n: int) -> bool:
            if n == 0:
                return False
            return even(n - 1)

        def ask(row: list[int], parts: list[float]) -> int:
            row[0] = area(row[1]) + depth(3, 1) + pips(0b11)
            for share in SHARES:
                row[0] += share
            parts[0] = parts[1] / 4
            return row[0]

        def in_a_ring(n: int) -> bool:
            return even(n)
    """))
    return folder


ASK = """
    import mine, numpy as np
    from fives import fast
    row, parts = np.array([0, 7]), np.array([0.0, 3.0])
    answer = fast.compiled(mine, first=lambda: print("compiling")).ask(row, parts)
    plain_row, plain_parts = [0, 7], [0.0, 3.0]
    assert answer == mine.ask(plain_row, plain_parts) and row.tolist() == plain_row and parts.tolist() == plain_parts
    print(answer)
"""


def played(functions: object, name: str, seats: int, forced: bool, greedy: int, pack: Pack) -> tuple[int, ...]:
    """Some rounds by `playout.rounds`: the checksum of all of them, the generator after them, and the last one."""
    rules = RULE_SETS[name]
    s, rng = pack(state_of(rules, seats, forced)), pack([playout.seeded(1234)])
    check = functions.rounds(s, rng, rules.hand_size(seats), 40, greedy)  # type: ignore[attr-defined]
    return tuple(map(int, (check, rng[0], *s)))


@pytest.mark.parametrize("greedy", [0, 1], ids=["random", "greedy"])
@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_compiled_rounds_are_the_plain_ones(name: str, seats: int, greedy: int) -> None:
    for forced in (False, True):
        plain = played(playout, name, seats, forced, greedy, list)
        assert played(fast.compiled(playout), name, seats, forced, greedy, np.array) == plain


SEEDS = {0: 2527111204802544203, 1: 443442589698064395, 1234: 2489731199016859709, (1 << 47) - 1: 2949843683616964633}


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
def test_every_bit_of_a_seed_counts_and_those_of_up_to_47_bits_give_what_they_always_gave(compiled: bool) -> None:
    functions = fast.compiled(playout) if compiled else playout
    assert {seed: functions.seeded(seed) for seed in SEEDS} == SEEDS
    for low in (0, 1234, (1 << 47) - 1):
        seeds = [low, *(low ^ 1 << bit for bit in range(62)), low | (1 << 62) - 1]
        found = {functions.seeded(seed) for seed in seeds}
        assert len(found) == len(set(seeds))
        assert found == {playout.seeded(seed) for seed in seeds}
        assert 0 < min(found) <= max(found) < 1 << 62


def test_compiled_parts_are_the_plain_ones() -> None:
    functions = fast.compiled(kernel)
    assert functions.ROUND == kernel.ROUND
    for bits in (1, 0b1011000, kernel.ALL):
        assert functions.popcount(bits) == kernel.popcount(bits)
        assert functions.ctz(bits) == kernel.ctz(bits)
        assert functions.must_lead(bits) == kernel.must_lead(bits)
        assert functions.pips(bits) == kernel.pips(bits)
    assert functions.must_lead(0) == -1
    with pytest.raises(AttributeError, match=r"none of fives\.kernel has 'shuffle'"):
        functions.shuffle  # noqa: B018


def test_a_compiled_tally_is_the_plain_one() -> None:
    for at_once, playoff in ((0, 0), (0, 1), (1, 0), (1, 1)):
        plain = [100, at_once, playoff, 0, -1, 3, 90, 90, 0, 0]
        packed = np.array(plain)
        for points in ([20, 20, 0], [10, 0, 0], [0, 0, 60]):
            tally.score(plain, 2, 5)
            tally.settled(plain, points, 0)
            fast.compiled(tally).score(packed, 2, 5)
            fast.compiled(tally).settled(packed, np.array(points), 0)
            assert packed.tolist() == plain


@compiled_only
def test_a_second_process_loads_what_the_first_compiled(run: Run, kernels: Path) -> None:
    first = run(ASK, kernels)
    assert first == ["compiling", str((1 << 40) + 2 + 14 + 3 + 1)]
    assert run(ASK, kernels) == first[1:]


@compiled_only
def test_an_edit_in_another_file_is_seen(run: Run, kernels: Path) -> None:
    before = run(ASK, kernels)
    for old, new in (("n * SIDES[0]", "n * SIDES[1]"), ("(2, 3)", "(2, 4)")):
        helper = kernels / "helper.py"
        helper.write_text(helper.read_text().replace(old, new))
        after = run(ASK, kernels)
        assert after[0] == "compiling"
        assert int(after[1]) == int(before[1]) + 7
        before = after


@compiled_only
def test_two_functions_that_call_each_other_work_in_a_second_process_too(run: Run, kernels: Path) -> None:
    code = "import mine; from fives import fast; k = fast.compiled(mine); print(k.in_a_ring(6), k.in_a_ring(3))"
    assert run(code, kernels) == run(code, kernels) == ["True False"]


@compiled_only
def test_compiled_code_of_earlier_states_is_removed(run: Run, kernels: Path, tmp_path: Path) -> None:
    kept = tmp_path / "cache" / "compiled"
    for age in range(9):
        (kept / f"mine-{age:016}").mkdir(parents=True)
        (kept / f"other-{age:016}").mkdir()
        os.utime(kept / f"mine-{age:016}", (age, age))
    run(ASK, kernels)
    left = {path.name for path in kept.iterdir()}
    assert {name for name in left if name.startswith("mine")} > {f"mine-{age:016}" for age in (6, 7, 8)}
    assert len(left) == fast.KEPT + 9


@compiled_only
def test_where_nothing_can_be_kept_it_is_compiled_each_time(run: Run, kernels: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for _ in range(2):
        assert run(ASK, kernels, cache=tmp_path / "file")[0] == "compiling"


@compiled_only
@pytest.mark.parametrize(("kind", "length"), [("nbi", 0), ("nbc", 5000)])
def test_damaged_code_on_the_disk_is_made_anew_once(run: Run, kernels: Path, tmp_path: Path, kind: str,
                                                    length: int) -> None:
    first = run(ASK, kernels)
    for path in (tmp_path / "cache").rglob(f"*.{kind}"):
        os.truncate(path, length)
    assert run(ASK, kernels) == first
    assert run(ASK, kernels) == first[1:]


@compiled_only
def test_where_the_disk_is_full_it_is_compiled_each_time(run: Run, kernels: Path) -> None:
    full = """
        from numba.core.caching import IndexDataCacheFile

        def save(*args):
            raise OSError(28, "no space left on device")

        IndexDataCacheFile._save_index = save
    """
    for _ in range(2):
        assert run(textwrap.dedent(full) + textwrap.dedent(ASK), kernels)[0] == "compiling"


@compiled_only
def test_what_a_kernel_cannot_be_called_with_is_still_told(kernels: Path, run: Run) -> None:
    code = """
        import mine
        from fives import fast
        try:
            fast.compiled(mine).ask("x", None)
        except Exception as error:
            print(type(error).__name__)
    """
    assert run(code, kernels) == ["TypingError"]


SAME = """
    from fives import ALL_FIVES, fast
    from fives.analysis import batch
    print(batch.simulate(ALL_FIVES, 3, "random", 60).points.tolist())
    print(fast.COMPILED, fast.WHY_NOT)
"""


def test_everything_works_without_numba(run: Run, tmp_path: Path) -> None:
    usual = str(batch.simulate(RULE_SETS["all-fives"], 3, "random", 60).points.tolist())
    assert run(SAME, FIVES_FAST="off") == [usual, "False switched off"]
    code = "import sys; sys.modules['numba'] = None" + textwrap.dedent(SAME)
    assert run(code) == [usual, "False numba or numpy is not installed"]
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "llvmlite.py").write_text("raise OSError('made for another processor')")
    if fast.COMPILED:
        assert run(SAME, tmp_path / "broken") == [usual, "False made for another processor"]


@compiled_only
def test_the_portable_instructions_choose_the_same(run: Run) -> None:
    usual = str(batch.simulate(RULE_SETS["all-fives"], 3, "random", 60).points.tolist())
    assert run(SAME, FIVES_FAST="portable") == [usual, "True "]


def test_neither_the_command_line_nor_the_server_starts_with_numba(run: Run) -> None:
    code = """
        import sys
        import fives.cli, fives.server.app, fives.bots
        print(sorted({"numba", "llvmlite", "numpy", "fives.fast_link"} & set(sys.modules)))
        fives.cli.main(["count", "1-4"])
        print(sorted({"numba", "llvmlite", "numpy", "fives.fast_link"} & set(sys.modules)))
    """
    printed = run(code)
    assert printed[0] == printed[-1] == "[]"


@compiled_only
@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
def test_the_yardstick_in_c_plays_the_same_rounds(tmp_path: Path) -> None:
    import yardstick

    rounds = yardstick.build(tmp_path)[0]
    for name, seats in KINDS:
        for forced in (False, True):
            for greedy in (0, 1):
                ours = played(playout, name, seats, forced, greedy, list)[0]
                assert rounds(RULE_SETS[name], seats, forced, greedy, 40, 1234)[0] == ours
