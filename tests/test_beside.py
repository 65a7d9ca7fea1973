"""What is done beside the loop: new folds of the layout, bots that think; and what a host does now and then."""

from __future__ import annotations

import asyncio
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fives.bots import Move
from fives.bots.simple import greedy_play
from fives.layout import Layout
from fives.notation import view_text
from fives.rules import FIVE_UP
from fives.scene import VIEWS, Sketch, scene_of
from fives.server import errands, thinking, workers
from fives.server import protocol as p
from fives.server.errands import DAY
from fives.server.folding import Folding
from fives.server.frames import state
from fives.server.host import Host
from fives.server.keeping import Told
from fives.server.records import Write
from fives.server.room import now_ms
from fives.server.scenes import Scenes, fold
from fives.tiles import TextError
from fives.view import View
from table_world import table_of, tick
from test_host import at_table, hosted, move_of, my_turn, state_where

pytestmark = pytest.mark.processes


def layouts(seed: int) -> list[Layout]:
    """A layout of many tiles, play by play."""
    table, found = table_of("five-up", 4, seed=seed, bots=True), [Layout(FIVE_UP)]
    while table.settled is None:
        tick(table)
        if len(table.view(None).layout.plays) > len(found[-1].plays):
            found.append(table.view(None).layout)
    return found[1:]


@pytest.mark.parametrize("view", VIEWS)
def test_a_scene_is_the_same_whether_its_tiles_were_encoded_before_or_are_now(view: str) -> None:
    carried, folds = Scenes(Folding()), 0
    for layout in [*layouts(1), *layouts(2)]:
        carried.draw(view, layout)
        shown = carried.get(view, layout)
        anew = Scenes(Folding())
        anew._drawn[view] = carried.copy(view)._replace(layout=Layout(FIVE_UP), parts=())
        anew.draw(view, layout)
        folds += bool(carried.due())
        if not carried.due():
            assert anew.get(view, layout) == shown
    assert folds


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_tile_is_shown_at_its_landing_at_once_and_the_fold_is_the_same_when_it_comes(seed: int) -> None:
    sketch, folded = Sketch("tall"), 0
    for layout in layouts(seed):
        shown = sketch.at_once(layout)
        assert len(shown.tiles) == len(layout.plays)
        whole = scene_of(layout, "tall")
        if not sketch.due:
            assert shown == whole
            continue
        folded += 1
        apart = sketch.copy()
        assert apart.draw(layout) == whole
        assert sketch.at_once(layout) == shown, "what is shown does not change meanwhile"
        if folded % 2:  # sometimes the fold comes before the next tile, sometimes later
            sketch = apart


def test_a_new_fold_comes_as_a_message_of_its_own(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, rules="all-fives", seats=2)
        seen = 0
        for number in range(400):
            state = await state_where(viewer, lambda state: my_turn(state) or bool(state["settlement"]))
            if state["settlement"] or seen:
                break
            await host.hear(viewer, move_of(viewer, f"k{number}"))
            viewer.folded = True  # as if the layout had been folded anew
            frames = [json.loads(frame) for frame in await viewer.next()]
            seen += sum(frame["type"] == "scene" for frame in frames)
            viewer.show()
        viewer.dirty, viewer.folded = False, True
        viewer.stir()
        [frame] = [json.loads(frame) for frame in await viewer.next()]
        assert frame["type"] == "scene"
        assert frame["scene"]["view"] == frame["view"] == "tall"
        assert frame["number"] == viewer.room.table.number
    hosted(tmp_path, do)


def test_a_fold_that_comes_late_takes_what_was_played_meanwhile(tmp_path: Path) -> None:
    from fives.server.folding import Folding
    from fives.server.scenes import Scenes

    scenes, steps = Scenes(Folding()), layouts(2)
    scenes.draw("tall", steps[3])
    late = scenes.copy("tall")
    for layout in steps[4:7]:
        scenes.draw("tall", layout)
    scenes.put("tall", fold(late), steps[6])
    found = scenes.get("tall", steps[6])
    assert found is not None
    assert len(json.loads(bytes(found))["tiles"]) == 7
    other = layouts(3)[0]
    assert not scenes.put("tall", fold(late), other), "not in another round"


# A process in the place of one that thinks: what it does before it answers, and what it says then.
WORKER = """import json, os, sys, time
print("ready", flush=True)
for line in sys.stdin:
    why = "no idea"
    {}
    print(json.dumps(dict(error=why)), flush=True)
"""


def thinks(what: str) -> tuple[str, ...]:
    """The command of such a process."""
    return (sys.executable, "-c", WORKER.format(what))


def test_a_bot_that_thinks_does_not_hold_up_the_others(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        host.thinkers.crew.command = thinks("time.sleep(0.4)")
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, bots="master")
        await state_where(viewer, my_turn)
        await host.hear(viewer, move_of(viewer))
        worst, begin = 0.0, time.monotonic()
        while viewer.room.table.view(None).turn == 1 and time.monotonic() < begin + 5:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            worst = max(worst, time.monotonic() - before)
        assert worst < 0.3
    hosted(tmp_path, do)


def test_a_bot_thinks_once_about_a_turn_whatever_else_happens_at_its_table(tmp_path: Path) -> None:
    async def do(host: Host) -> None:
        host.thinkers.crew.command = thinks("time.sleep(0.4)")
        viewer = await at_table(host, rules="dominos-cc-block", seats=2, bots="master")
        table, asked, think = viewer.room.table, [], host.thinkers.think

        async def counted(*given: Any) -> Move | None:
            asked.append(table.number)
            return await think(*given)
        host.thinkers.think = counted  # type: ignore[method-assign]
        append = host.store.append

        async def slowly(step: Write) -> bool:
            await asyncio.sleep(0.05)  # the play is not stored yet when the table is planned again
            return await append(step)
        host.store.append = slowly  # type: ignore[method-assign]
        await state_where(viewer, my_turn)
        await host.hear(viewer, move_of(viewer))
        for number in range(20):
            viewer.room._names.clear()
            await host.hear(viewer, p.Rename(f"n{number}", f"Aoi {number}"))
            await asyncio.sleep(0.01)
        await state_where(viewer, lambda state: my_turn(state) or bool(state["settlement"]))
        assert asked
        assert len(set(asked)) == len(asked)
    hosted(tmp_path, do)


@pytest.mark.parametrize("what", ["time.sleep(9)", "pass", "raise SystemExit", "line = 1 / 0"])
def test_a_bot_that_thinks_for_too_long_or_fails_makes_the_play_of_most_points(
        what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST", 1.0)
    view = some_turn()

    async def twice() -> list[object]:
        thinkers = thinking.Thinkers()
        thinkers.crew.command = thinks(what)
        found: list[object] = [await thinkers.choose("master", view, Random(1)) for _ in range(2)]
        thinkers.close()
        return found
    assert asyncio.run(twice()) == [greedy_play(view, Random(1))] * 2


def some_turn() -> View:
    """The view of a seat in turn that can choose."""
    table = table_of("five-up", 2, seed=3, bots=True)
    while (turn := table.view(None).turn) is None or len(table.view(turn).options) < 2:
        tick(table)
    return table.view(turn)


@pytest.mark.parametrize("level", ["club", "expert", "master"])
def test_a_bot_in_a_process_of_its_own_plays_what_it_would_play_here(level: str) -> None:
    view = some_turn()

    async def away() -> object:
        thinkers = thinking.Thinkers()
        thinkers.crew.start = lambda: None  # type: ignore[method-assign]  # plain as long as it lives
        try:
            return await thinkers.choose(level, view, Random(7))
        finally:
            thinkers.close()

    code = ("import sys; from random import Random; from fives.bots import bot; from fives.notation import read_view\n"
            f"print(bot({level!r}).choose(read_view(sys.stdin.read()), Random(Random(7).getrandbits(64))))")
    here = subprocess.run([sys.executable, "-c", code], input=view_text(view), capture_output=True, text=True,
                          check=True, env={**os.environ, "FIVES_FAST": "off"})
    assert str(asyncio.run(away())) == here.stdout.strip()


def test_a_plain_worker_is_changed_for_one_with_compiled_code_when_there_is_some() -> None:
    view = some_turn()
    crew = workers.Crew()
    crew.command = thinks("why = os.environ.get('FIVES_FAST', '')")

    def asked() -> str:
        with pytest.raises(RuntimeError) as said:
            crew.do(lambda worker: worker.ask("master", view, 1, None))
        return str(said.value)
    try:
        assert asked() == "off"
        crew.made = True
        until = time.monotonic() + 10
        while asked() == "off" and time.monotonic() < until:
            time.sleep(0.05)
        assert asked() == os.environ.get("FIVES_FAST", "")
    finally:
        crew.close()


def test_a_worker_that_nobody_asks_is_let_go_and_comes_again() -> None:
    view, crew = some_turn(), workers.Crew()
    try:
        crew.do(lambda worker: worker.ask("master", view, 1, 0.001))
        [worker] = crew._idle
        crew.rest(60)
        assert crew._idle == [worker], "it has just been asked"
        crew.rest(0)
        assert crew._idle == []
        assert not worker.runs
        assert crew.do(lambda worker: worker.ask("master", view, 1, 0.001)) in {each.play for each in view.options}
    finally:
        crew.close()


def test_a_server_that_starts_imports_nothing_heavy() -> None:
    code = ("import sys; from random import Random; import fives.server.run\n"
            "from fives.server.thinking import Thinkers; from fives.server.folding import Folding\n"
            "Thinkers(), Folding()\n"
            "heavy = {'numba', 'llvmlite', 'numpy', 'fives.fast'}; print(sorted(heavy & set(sys.modules)))")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="there each compiles for itself")
def test_one_process_compiles_at_a_time_and_the_next_one_waits_for_what_it_leaves(tmp_path: Path) -> None:
    code = ("from fives.server.compiling import alone\n"
            "print('asks', flush=True); alone(); print('compiles', flush=True); input()")

    def compiling() -> subprocess.Popen[str]:
        found = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "FIVES_CACHE": str(tmp_path)},
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert found.stdout
        assert found.stdout.readline() == "asks\n"
        return found
    with compiling() as first:
        assert first.stdout
        assert first.stdout.readline() == "compiles\n"
        with compiling() as second:
            assert second.stdout
            assert select.select([second.stdout], [], [], 0.3)[0] == []
            first.communicate("\n")
            assert second.stdout.readline() == "compiles\n"
            second.communicate("\n")


def test_only_levels_that_take_time_have_code_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers, begun = thinking.Thinkers(), []
    monkeypatch.setattr(thinkers.crew, "start", lambda: begun.append(True))
    thinkers.expect(["", "casual", "greedy", "beginner", "nobody knows it"])
    assert not begun
    thinkers.expect(["casual", "expert"])
    assert begun
    thinkers.close()


def test_the_clock_of_who_is_slow_is_that_of_the_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late = 0
    monkeypatch.setattr("fives.server.room.now_ms", lambda: now_ms() + late)
    made: list[object] = []
    monkeypatch.setattr("fives.server.room.state", lambda *given: made.append(given) or state(*given))

    async def do(host: Host) -> None:
        nonlocal late
        first = await at_table(host, seats=2, places=["open"], clock=30)
        room = first.room
        four = [found for _ in range(4) if (found := host.join(room, p.Hello())) is not None]
        await host.hear(four[0], p.Sit("s", 1, "Ken"))
        for viewer in (first, *four):
            await state_where(viewer, lambda state: state["turn"] is not None)
        room.changed()
        await asyncio.to_thread(lambda: None)
        number = room.table.number
        for viewer in four:
            viewer.sent = number - 1
        made.clear()
        quick = [json.loads(viewer.frames()[-1]) for viewer in four[1:3]]
        assert quick[0] == quick[1]
        assert len(made) == 1, "for all who look alike it is made once"
        late = 9000
        slow = json.loads(four[3].frames()[-1])
        assert slow["clock"]["running"]
        assert quick[0]["clock"]["ms"] - slow["clock"]["ms"] > 7000
    hosted(tmp_path, do)


def swept(folder: Path, monkeypatch: pytest.MonkeyPatch, do: Callable[[Host], Awaitable[None]]) -> None:
    async def keeps(host: Host) -> None:
        monkeypatch.setattr(errands, "SETTLED", 0)
        host.errands.keep, host.errands.export = 1, folder / "records"
        await do(host)
    hosted(folder, keeps)


def test_old_tables_are_put_away_with_their_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(host: Host) -> None:
        viewer = await at_table(host, rules="dominos-cc-block")
        name = viewer.room.table.id
        await state_where(viewer, my_turn)
        host.leave(viewer)
        monkeypatch.setattr("fives.server.errands.now_ms", lambda: now_ms() + 2 * DAY)
        host.errands._later(host.errands._sweep())
        while await asyncio.to_thread(host.store.load, name) is not None:
            await asyncio.sleep(0.02)
        assert await host.room(name) is None
        assert (tmp_path / "records" / f"{name}-1.txt").read_text().startswith("rules: dominos-cc-block")
    swept(tmp_path, monkeypatch, do)


def test_an_old_table_that_has_no_record_stays_and_the_others_go(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    text = Told.text
    monkeypatch.setattr(errands, "SETTLED", 0)
    monkeypatch.setattr(errands, "SWEEP", 0.05)
    monkeypatch.setattr(errands, "now_ms", lambda: now_ms() + 2 * DAY)

    def fails(told: Told) -> str:
        if told.names[0] == "Long":
            raise TextError("expected at most 99999 rounds")
        return text(told)

    async def do(host: Host) -> None:
        monkeypatch.setattr(Told, "text", fails)
        host.errands.keep, host.errands.export = 1, tmp_path / "records"
        names = [(await host.create(p.NewTable(name=name, places=["open"])))[0] for name in ("A", "Long", "B")]
        host.errands._later(host.errands._sweep())

        async def left() -> list[str]:
            return [name for name in names if await asyncio.to_thread(host.store.load, name)]
        while len(await left()) > 1:
            await asyncio.sleep(0.02)
        assert await left() == [names[1]]
        monkeypatch.setattr(Told, "text", text)
        while await left():
            await asyncio.sleep(0.02)
    hosted(tmp_path, do)
    assert "stays for now: TextError (test_beside.py" in caplog.text
    assert len(list((tmp_path / "records").iterdir())) == 3


def test_the_rights_of_a_host_who_is_not_there_pass_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fives.server.errands.HOST_AWAY", 0.05)

    async def do(host: Host) -> None:
        viewer = await at_table(host, seats=2, places=["open"])
        other = host.join(viewer.room, p.Hello())
        assert other is not None
        await host.hear(other, p.Sit("s", 1, "Aoi"))
        assert viewer.room.table.host == 0
        host.leave(viewer)
        await state_where(other, lambda state: state["host"] == 1)
    hosted(tmp_path, do)
