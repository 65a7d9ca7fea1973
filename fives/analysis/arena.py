"""Two levels head to head: duplicate deals, what is known of who is better, kept in a file that can be gone on with.

The work goes through an executor of `concurrent.futures`: processes of this machine, if nothing else is handed in;
Dask's `client.get_executor()` or Ray's do as well. Whoever does it, a seed gives the same points.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from math import sqrt
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path

from fives.analysis.arena_file import Add, going_on
from fives.analysis.arena_play import KINDS, MOST, Played, Setting, play_some
from fives.analysis.asked import MOST_BUDGET, MOST_SEED, check_whole, is_seconds
from fives.bots import bot
from fives.bots.levels import THINKING
from fives.bots.thinking import warm
from fives.rules import check_rules
from fives.tiles import TextError, shown

Watch = Callable[[int, int], object]  # told how many pieces of work are done, of how many
MOST_WORKERS = 256
PIECE = 0.5  # seconds that a portion of deals should take
PORTION = 16  # deals in it, at most
SURE = 1.96  # standard errors of a 95% interval


@dataclass(frozen=True)
class Standing:
    """What is known: `points`, what A makes in a round more than the mean of the others, raw, with its standard error
    over so many deals (None: not known, of fewer than two); `won` of `matches` that A won, with a 95% interval of its
    share (`even`: what equals would win); `pace`: milliseconds a play takes A, and B; `complete`: all that was asked
    for is there."""

    setting: Setting
    deals: int
    points: float
    error: float | None
    matches: int
    won: int
    interval: tuple[float, float]
    pace: tuple[float, float]
    complete: bool

    @property
    def even(self) -> float:
        """The share of matches that equals win."""
        return 1 / self.setting.rules.teams(self.setting.seats)


def arena(setting: Setting, rounds: int, matches: int = 0, *, executor: Executor | None = None,
          workers: int | None = None, out: Path | None = None, watch: Watch | None = None,
          compiling: Callable[[], None] | None = None) -> Standing:
    """Plays A against B: so many deals for points, and so many matches, each once for every team that A can be.

    out: a file of JSON lines that is appended to, also by several arenas; what it holds when one begins is not played
    again. watch: is told how far it is, and may say False to end it; Ctrl-C ends it too, and what was done is kept.
    workers: processes, where no executor is handed in. compiling: is called before the seconds that a first compile
    takes. Raises `TextError` for what cannot be, and for a file of another arena; `OSError`.
    """
    check(setting, rounds, matches)
    if workers is not None:
        check_whole(workers=(workers, 1, MOST_WORKERS))
    if out is not None and not isinstance(out, Path):
        raise TextError(f"out: expected a Path, or None, got {shown(out)}")
    done: dict[tuple[str, int], Played] = {}
    wanted = [(kind, number) for kind, count in zip(KINDS, (rounds, matches), strict=True) for number in range(count)]
    with contextlib.ExitStack() as stack:
        add: Add | None = None
        if out is not None:
            kept, add = stack.enter_context(going_on(out, setting))
            done = {(played.kind, played.number): played for played in kept}
        missing = [each for each in wanted if each not in done]
        if missing:
            lent = executor is not None
            if executor is None:
                prepare(setting, compiling)
                executor = stack.enter_context(_processes(workers))
            coming = stack.enter_context(contextlib.closing(_run(setting, missing, len(wanted), executor, watch, lent)))
            with contextlib.suppress(KeyboardInterrupt):
                for played in coming:
                    done[played.kind, played.number] = played
                    if add is not None:
                        add(played)
    return standing(setting, [done[each] for each in wanted if each in done], len(wanted))


def check(setting: Setting, rounds: int, matches: int) -> None:
    """Raises `TextError` for what cannot be played."""
    if not isinstance(setting, Setting):
        raise TextError(f"setting: expected a Setting, got {shown(setting)}")
    bot(setting.a)
    bot(setting.b)
    check_rules(setting.rules)
    check_whole(seats=(setting.seats, 2, 4), seed=(setting.seed, 0, MOST_SEED), rounds=(rounds, 0, MOST),
                matches=(matches, 0, MOST))
    if setting.budget is not None and not is_seconds(setting.budget, MOST_BUDGET):
        raise TextError(f"budget: expected seconds up to {MOST_BUDGET}, or None, got {shown(setting.budget)}")


def prepare(setting: Setting, compiling: Callable[[], None] | None) -> None:
    """Lets this process compile what the levels need, so that its workers find it on the disk."""
    if {setting.a, setting.b} & {*THINKING}:
        warm(compiling)


@contextlib.contextmanager
def _processes(workers: int | None) -> Iterator[ProcessPoolExecutor]:
    before = set(active_children())
    pool = ProcessPoolExecutor(workers or os.cpu_count() or 1, get_context("spawn"), _begin_work)
    try:
        yield pool
    finally:
        for process in set(active_children()) - before:  # nobody waits for what they still play
            process.kill()
        pool.shutdown(cancel_futures=True)  # who would not wait for its thread may meet it when Python ends


def _begin_work() -> None:
    """Ctrl-C, the end of a session and of a terminal are for the process that waits; when that has ended, however it
    did, nobody waits for this one."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="fives-end", daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # whatever is being played


def _run(setting: Setting, missing: Sequence[tuple[str, int]], total: int, executor: Executor,
         watch: Watch | None, lent: bool) -> Generator[Played]:
    """Plays what is missing, a few deals at a time, as many as take a while but not long; ends early when told to."""
    rounds = deque(number for kind, number in missing if kind == "round")
    matches = deque(number for kind, number in missing if kind == "match")
    size = 1
    done = total - len(missing)
    waiting: set[Future[list[Played]]] = set()
    ahead = 4 * (os.cpu_count() or 1)
    try:
        while watch is None or watch(done, total) is not False:
            while len(waiting) < ahead and (rounds or matches):
                of, kind, count = (rounds, "round", size) if rounds else (matches, "match", 1)
                numbers = [of.popleft() for _ in range(min(count, len(of)))]
                waiting.add(executor.submit(play_some, setting, kind, numbers))
            if not waiting:
                return
            ready, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in ready:
                some = future.result()
                done += len(some)
                spent = sum(sum(played.seconds) for played in some) / len(some)
                size = max(1, min(PORTION, 2 * size, int(PIECE / max(spent, 1e-6))))
                yield from some
    finally:
        for future in waiting if lent else ():  # our own processes are ended, which what was cancelled would upset
            future.cancel()


def standing(setting: Setting, played: Iterable[Played], wanted: int) -> Standing:
    """What follows from what was played."""
    every = list(played)
    means = [float(sum(each.results) / len(each.results)) for each in every if each.kind == "round"]
    won = [int(result) for each in every if each.kind == "match" for result in each.results]
    count = len(means)
    mean = sum(means) / count if count else 0.0
    error = sqrt(sum((each - mean) ** 2 for each in means) / (count - 1) / count) if count > 1 else None
    pace = [1000 * sum(each.seconds[side] for each in every) / max(sum(each.plays[side] for each in every), 1)
            for side in (0, 1)]
    return Standing(setting, count, mean, error, len(won), sum(won), interval(sum(won), len(won)), (pace[0], pace[1]),
                    len(every) == wanted)


def interval(won: int, of: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson's)."""
    if not of:
        return 0.0, 1.0
    share, z = won / of, SURE * SURE / of
    middle, reach = share + z / 2, SURE * sqrt(share * (1 - share) / of + z / (4 * of))
    return (middle - reach) / (1 + z), (middle + reach) / (1 + z)


__all__ = ["Setting", "Standing", "arena", "check", "interval", "standing"]
