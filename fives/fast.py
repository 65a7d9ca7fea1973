"""Compiles kernels: the code of plain modules on ints as it stands, for the processor it runs on, where numba is there.

To write a kernel of your own, write a module as `fives.kernel` and `fives.playout` are written:
 1. plain functions on ints and flat sequences of ints; what is changed is handed in, so is room to work in;
 2. numbers and tuples of ints beside them are constants and tables; import what you need from other such modules;
 3. every value fits a signed 64-bit int, and no index is below zero; Python would tell, compiled code does not;
 4. `popcount`, `ctz`, `select` and `blank` (room inside a kernel, at a price) are taken by name and made instructions;
 5. `k = fast.compiled(my_module)`, then `k.my_function(...)` with NumPy arrays of int64 for sequences, ints for ints.

Without numba the same calls run the plain functions: `COMPILED` says which it is, `WHY_NOT` the reason. A call costs
about a microsecond more than a plain one, so hand over a round's worth of work or more. Other threads run meanwhile.
numba is imported, and a kernel compiled or loaded from the disk, only when it is called for the first time.

Variables of the environment: FIVES_CACHE, the folder where compiled code is kept; FIVES_FAST, `off` for the plain
functions, `portable` for no instructions that only some processors have.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

SWITCH = os.environ.get("FIVES_FAST", "")
COMPILED = SWITCH != "off" and all(importlib.util.find_spec(name) for name in ("numba", "numpy"))
WHY_NOT = "" if COMPILED else "switched off" if SWITCH == "off" else "numba or numpy is not installed"
KEPT = 4  # compiled states of one kernel that are kept on the disk
_made: dict[tuple[ModuleType, ...], Compiled] = {}
_lock = threading.RLock()


class Compiled:
    """The functions and constants of some modules by name, ready for arrays; see `compiled`."""

    def __init__(self, modules: tuple[ModuleType, ...]) -> None:
        self._modules = modules
        self._first: Callable[[], None] | None = None
        self._linked: Callable[[FunctionType], Any] | None = None

    def __getattr__(self, name: str) -> Any:
        value = next((vars(module)[name] for module in self._modules if name in vars(module)), None)
        if value is None or name.startswith("__"):
            raise AttributeError(f"none of {', '.join(module.__name__ for module in self._modules)} has {name!r}")
        if isinstance(value, FunctionType):
            value = self._function(name, value)
        setattr(self, name, value)
        return value

    def _function(self, name: str, plain: FunctionType) -> Callable[..., Any]:
        made = self._made(plain)
        if made is None:
            return on_arrays(plain)

        @functools.wraps(plain)
        def call(*args: Any) -> Any:
            result, kept = self._begin(plain, made, args)
            setattr(self, name, kept)
            return result

        return call

    def _made(self, plain: FunctionType) -> Any:
        """A function for callers from outside, that is compiled or loaded when it is called; None without numba."""
        with _lock:
            if COMPILED and self._linked is None:
                self._linked = _link(self._modules)
            return self._linked and self._linked(plain)

    def _begin(self, plain: FunctionType, made: Any, args: tuple[Any, ...]) -> tuple[Any, Any]:
        """What the first call of a function returns, and the function. Code on the disk that is damaged is thrown away
        and made anew; where it can be neither read nor written it is not kept. Kernels themselves raise nothing."""
        try:
            return self._told(made)(*args), made
        except Exception as error:
            if made.stats.cache_path is None:
                raise
            with _lock:
                shutil.rmtree(made.stats.cache_path, ignore_errors=True)
                self._linked = _link(self._modules, keep=not isinstance(error, OSError))
        made = self._made(plain)
        return self._told(made)(*args), made

    def _told(self, made: Any) -> Any:
        """The function; who waits for it has been told if that takes long."""
        if self._first and not is_kept(made):
            self._first()
        return made


def compiled(*modules: ModuleType, first: Callable[[], None] | None = None) -> Any:
    """The functions and constants of modules, compiled together with all kernels that they import.

    Call them with arrays of int64 for sequences (they are changed in place) and ints. `first` is called, without
    arguments, before something is compiled that is not on the disk yet: that may take seconds, so tell people.
    """
    with _lock:
        made = _made.setdefault(modules, Compiled(modules))
        made._first = first or made._first
    return made


def on_arrays(plain: Callable[..., Any]) -> Callable[..., Any]:
    """A plain function that takes arrays as a compiled one does: it works on lists, which are copied back."""

    @functools.wraps(plain)
    def call(*args: Any) -> Any:
        plainly = [arg.tolist() if hasattr(arg, "tolist") else arg for arg in args]
        result = plain(*plainly)
        for arg, values in zip(args, plainly, strict=True):
            if isinstance(values, list) and arg is not values:
                arg[:] = values
        return result

    return call


def family(modules: Iterable[ModuleType]) -> list[ModuleType]:
    """The modules, and all those whose functions they name, and so on; none of the standard library."""
    found = list(dict.fromkeys(modules))
    for module in found:  # it grows meanwhile
        for value in vars(module).values():
            owner = sys.modules.get(value.__module__) if isinstance(value, FunctionType) else None
            if owner and owner not in found and owner.__name__.partition(".")[0] not in sys.stdlib_module_names:
                found.append(owner)
    return found


def digest(modules: Iterable[ModuleType], *more: str) -> str:
    """A digest of all that compiled code depends on: the code, the constants, and `more`.

    It is needed since numba does not notice an edit in another file than that of the function called. It is of the
    code in memory: a file may have been edited since it was imported.
    """
    total = hashlib.sha256(repr((platform.python_version(), platform.machine(), SWITCH, more)).encode())
    for module in modules:
        total.update(module.__name__.encode())
        for name, value in sorted(vars(module).items(), key=lambda item: item[0]):
            if isinstance(value, FunctionType):
                total.update(repr((name, *_told(value.__code__), value.__defaults__)).encode())
            elif type(value) in (int, bool, float) or (type(value) is tuple and set(map(type, value)) == {int}):
                total.update(f"{name} {value!r}\n".encode())
    return total.hexdigest()[:16]


def _told(code: CodeType) -> tuple[object, ...]:
    """What of a code object makes a difference."""
    constants = tuple(_told(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    return (code.co_name, code.co_code, constants, code.co_names, code.co_varnames, code.co_argcount)


def cache_folder() -> Path:
    """The folder of all compiled code."""
    chosen = os.environ.get("FIVES_CACHE")
    if chosen:
        return Path(chosen) / "compiled"
    import platformdirs

    return platformdirs.user_cache_path("fives", appauthor=False) / "compiled"


def is_kept(made: Any) -> bool:
    """Whether the disk has code for this function."""
    path, name = made.stats.cache_path, made.py_func.__qualname__
    return path is not None and any(Path(path).glob(f"*.{name}-*.nbi"))


def _link(modules: tuple[ModuleType, ...], keep: bool = True) -> Callable[[FunctionType], Any] | None:
    """What makes functions of the modules, linked with those that they import, kept on the disk if that can be; None
    where numba does not work."""
    global COMPILED, WHY_NOT
    try:
        from fives import fast_link
    except (ImportError, OSError) as broken:  # an install that does not fit this machine
        COMPILED, WHY_NOT = False, str(broken)
        return None
    whole = family(modules)
    name = f"{modules[0].__name__}-{digest(whole, *fast_link.VERSIONS)}"
    return fast_link.link(whole, _folder(cache_folder(), name) if keep else None)


def _folder(parent: Path, name: str) -> Path | None:
    """Make the folder for the code of this digest, and remove those of earlier ones that were not used for longest."""
    folder = parent / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        (folder / ".in-use").touch()  # fails where nothing can be written
    except OSError:
        return None
    kernel = name.rpartition("-")[0]
    states = [path for path in parent.iterdir() if path.name.rpartition("-")[0] == kernel]
    for path in sorted(states, key=_used, reverse=True)[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
    return folder


def _used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
