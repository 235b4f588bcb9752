"""Try faults in forks of one process that has imported everything and has its servers running.

``python -m tests.mutation.forks MODULE FAULTS REPORT TEST…`` in a copy of the tree. A fault goes
into the functions that are loaded already, and into the file for the processes that tests start;
only those tests run that reach the function.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from tests.mutation.mutants import Mutant

_SLOW = 4.0
_SPARE_SECONDS = 10.0


@dataclass
class Report:
    """The places, among the faults that were given, of those that no test noticed, and the others.

    ``untried`` are those that only a process that imports the module anew would show.
    """

    survivors: list[int] = field(default_factory=list)
    untried: list[int] = field(default_factory=list)


@dataclass
class Reached:
    """Which functions of the module each test calls, and how many seconds the test takes."""

    functions: dict[str, list[str]]
    seconds: dict[str, float]


class Forks:
    """A pytest plugin that runs the collected tests once for each fault.

    Args:
        module: the file under test.
        faults: what is tried.
    """

    def __init__(self, module: Path, faults: list[Mutant]) -> None:
        """Note what is called from now on."""
        self.report = Report()
        self._module = module
        self._faults = faults
        self._called: set[str] = set()

    def watch(self) -> None:
        """Note each function of the module that is called."""
        threading.settrace(self._note)
        sys.settrace(self._note)

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename == str(self._module):
            self._called.add(code.co_qualname.split(".<locals>")[0])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run the tests without a fault, then with each."""
        if session.testsfailed:
            return None
        importlib.import_module(_dotted(self._module))
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        imported = frozenset(self._called)
        _start_servers(session)
        functions = _functions(str(self._module))
        reached = self._reached(session)
        text = self._module.read_text(encoding="utf-8")
        for place, fault in enumerate(self._faults):
            code = _changed(fault, str(self._module))
            if code is None or code.co_qualname in imported or code.co_qualname not in functions:
                self.report.untried.append(place)
                continue
            self._module.write_text(fault.text, encoding="utf-8")
            if self._survives(session, functions[code.co_qualname], code, reached):
                self.report.survivors.append(place)
        self._module.write_text(text, encoding="utf-8")
        return True

    def _survives(
        self, session: pytest.Session, loaded: FunctionType, code: CodeType, reached: Reached
    ) -> bool:
        """Return whether every test that reaches the function passes, the quickest first."""
        name = code.co_qualname
        items = [one for one in session.items if name in reached.functions[one.nodeid]]
        items.sort(key=lambda one: reached.seconds[one.nodeid])

        def tried() -> bool:
            loaded.__code__ = code
            return all(_passes(session, item) for item in items)

        seconds = sum(reached.seconds[one.nodeid] for one in items)
        return _forked(tried, patience=_SPARE_SECONDS + _SLOW * seconds)

    def _reached(self, session: pytest.Session) -> Reached:
        found = self._module.with_suffix(".reached")

        def recorded() -> bool:
            reached = Reached({}, {})
            self.watch()
            for item in session.items:
                self._called.clear()
                began = time.monotonic()
                if not _passes(session, item):
                    return False
                reached.functions[item.nodeid] = sorted(self._called)
                reached.seconds[item.nodeid] = time.monotonic() - began
            found.write_text(json.dumps(asdict(reached)))
            return True

        if not _forked(recorded, patience=None):
            raise pytest.UsageError("The tests fail without any fault.")
        return Reached(**json.loads(found.read_text()))


def _start_servers(session: pytest.Session) -> None:
    """Let one test that needs the database make what the whole session shares."""
    for item in session.items:
        if "django_db_setup" in getattr(item, "fixturenames", ()):
            if not _passes(session, item):
                raise pytest.UsageError("The tests fail without any fault.")
            from django.db import connections

            connections.close_all()
            return


def _passes(session: pytest.Session, item: pytest.Item) -> bool:
    before = session.testsfailed
    # What the session shares stays for the next process: it is torn down by the first one.
    following: Any = session
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return session.testsfailed == before


def _forked(work: Callable[[], bool], *, patience: float | None) -> bool:
    """Return what ``work`` returns in a process of its own; one that hangs has failed."""
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        passed = False
        try:
            os.setpgid(0, 0)
            passed = work()
        finally:
            os._exit(0 if passed else 1)
    ended = os.pidfd_open(process)
    try:
        finished = bool(select.select([ended], [], [], patience)[0])
        try:
            os.killpg(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status = os.waitpid(process, 0)[1]
    finally:
        os.close(ended)
    return finished and status == 0


def _dotted(module: Path) -> str:
    """Return the name by which a file of the tree is imported."""
    inside = module.relative_to(Path.cwd().resolve()).with_suffix("")
    parts = inside.parts[inside.parts.index("src") + 1 :] if "src" in inside.parts else inside.parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _functions(path: str) -> dict[str, FunctionType]:
    """Return the functions that were defined in a file, by name; none that has two of a name."""
    gc.unfreeze()
    found: dict[str, FunctionType] = {}
    double = set()
    for one in gc.get_objects():
        # What looks like something else, as lazy objects do, would be made by a look.
        if type(one) is FunctionType and one.__code__.co_filename == path:
            name = one.__code__.co_qualname
            if name in found:
                double.add(name)
            found[name] = one
    gc.freeze()
    return {name: one for name, one in found.items() if name not in double}


def _changed(fault: Mutant, path: str) -> CodeType | None:
    """Return the function or method that a fault is in; None when it is in none, or in one of two.

    A function that is defined anew loses what it was closed over, ``__class__`` included.
    """
    if fault.function is None:
        return None
    found = [
        one
        for one in _codes(compile(fault.text, path, "exec", dont_inherit=True))
        if one.co_qualname == fault.function
    ]
    return found[0] if len(found) == 1 and not found[0].co_freevars else None


def _codes(code: CodeType) -> list[CodeType]:
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return [*inner, *(other for one in inner for other in _codes(one))]


def main() -> int:
    """Return pytest's status: not 0 when the tests fail without any fault."""
    module, faults, report, *tests = sys.argv[1:]
    given = [Mutant(**one) for one in json.loads(Path(faults).read_text(encoding="utf-8"))]
    forks = Forks(Path(module).resolve(), given)
    forks.watch()
    status = pytest.main(["-q", "-p", "no:cacheprovider", *tests], plugins=[forks])
    Path(report).write_text(json.dumps(asdict(forks.report)), encoding="utf-8")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
