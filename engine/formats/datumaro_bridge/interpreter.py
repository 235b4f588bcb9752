"""The interpreter that has datumaro, asked from outside: a child process per question."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from engine.errors import DataError
from engine.formats.layout import FileTree, Problem
from engine.specs.environment import OFF_LINE

SCRIPT = Path(__file__).with_name("convert.py")
SAMPLES, LOSSES = "samples.jsonl", "losses.jsonl"
_LIST_SECONDS = 120
_MEMORY_BYTES = 8 * 2**30
# What ``convert.py`` reads its limit from; libraries in C that get no memory abort or break.
_MEMORY = "EASEL_CONVERSION_MEMORY_BYTES"
_KILLED = frozenset((-signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS))
_POLL_SECONDS = 0.5
# Kinds that describe annotations and are none themselves.
_BESIDE = frozenset({"attribute", "file", "name", "sample", "text", "value"})
# Reasons of annotations that were written, in another form or in vain.
_WRITTEN = frozenset({"as_mask", "as_outline", "moved", "not_kept", "unnamed"})


@dataclass(frozen=True)
class DatumaroFormats:
    """What the installed version of datumaro reads and writes."""

    version: str
    imports: tuple[str, ...]
    exports: tuple[str, ...]


@dataclass(frozen=True)
class Conversion:
    """What a conversion counted; ``problems`` are what did not come through, and why."""

    num_samples: int
    num_annotations: int
    num_written: int
    problems: tuple[Problem, ...]


@lru_cache(maxsize=4)
def datumaro_formats(python: str) -> DatumaroFormats:
    """Ask an interpreter which formats it knows; the answer is kept.

    Raises:
        DataError: ``foreign_unusable`` when it has no datumaro, or cannot be started.
    """
    found = _run(python, ["list"], None)
    return DatumaroFormats(found["version"], tuple(found["imports"]), tuple(found["exports"]))


def convert(
    python: str,
    direction: Literal["import", "export"],
    name: str,
    source: Path,
    out: Path,
    keep_on: Callable[[], None] | None = None,
    memory_bytes: int = _MEMORY_BYTES,
) -> Conversion:
    """Convert a folder between a format of datumaro's and JSON lines.

    Args:
        python: the interpreter.
        direction: ``import`` makes JSON lines, ``export`` takes them.
        name: of datumaro's format.
        source: the folder to read.
        out: the folder to make; ``losses.jsonl`` is written beside it.
        keep_on: is called twice a second; what it raises ends the child and is raised here.
        memory_bytes: that the child may take.

    Raises:
        DataError: ``foreign_failed`` with what datumaro said; ``foreign_memory`` when it would take
            too much memory; ``foreign_uncounted`` when some annotations are neither written nor
            named as lost.
    """
    counted = _run(python, [direction, name, str(source), str(out)], keep_on, memory_bytes)
    losses = list(_losses(out.parent / LOSSES))
    lost = sum(
        int(loss["num"])
        for loss in losses
        if loss["kind"] not in _BESIDE and loss["reason"] not in _WRITTEN
    )
    annotations, written = int(counted["annotations"]), int(counted["written"])
    if annotations != written + lost:
        raise DataError(
            f"Of {annotations} annotations {written} were written and {lost} named as lost; the "
            "others are unaccounted for. Nothing was taken over. Report this with the format.",
            code="foreign_uncounted",
            num=annotations,
            written=written,
            lost=lost,
        )
    return Conversion(int(counted["samples"]), annotations, written, tuple(map(_problem, losses)))


def conversion_losses(out: Path) -> tuple[Problem, ...]:
    """Return the losses of a conversion that made the folder ``out``."""
    return tuple(map(_problem, _losses(out.parent / LOSSES)))


def _losses(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


_REASONS = {
    "no_place": "Easel and the format have no common place for it",
    "no_image": "its image is missing",
    "no_object": "no box or outline is in its group",
    "twice": "it is there twice",
    "not_kept": "the format does not keep it",
    "not_checked": "datumaro cannot read the format again, so it is not known what it keeps",
    "as_outline": "it is written as an outline",
    "as_mask": "it has holes and is written as a mask",
    "renamed": "the format's texts cannot hold the name, so another is written",
    "unnamed": "it is there again, but not with its label or text",
    "moved": "it is there again, but at another place",
    "unused": "the format has no use for it; perhaps its annotation or its image is missing",
}


def _problem(loss: dict[str, Any]) -> Problem:
    kind, reason, num = str(loss["kind"]), str(loss["reason"]), int(loss["num"])
    text = f"{num} of kind '{kind}' did not come through: {_REASONS[reason]}."
    return Problem(f"foreign_{reason}", str(loss["place"]), text, {"kind": kind, "num": num})


def _run(
    python: str,
    arguments: list[str],
    keep_on: Callable[[], None] | None,
    memory_bytes: int = _MEMORY_BYTES,
) -> dict[str, Any]:
    try:
        child = subprocess.Popen(
            [python, str(SCRIPT), *arguments],
            env={**os.environ, **OFF_LINE, _MEMORY: str(memory_bytes)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
    except OSError as error:
        raise _unusable(python, str(error)) from error
    printed, complained = _ended(child, keep_on)
    last = printed.strip().rsplit("\n", 1)[-1]
    if child.returncode == 0 and last.startswith("{"):
        reply: dict[str, Any] = json.loads(last)
        return reply
    reason = (complained.strip().rsplit("\n", 1)[-1] or f"exit status {child.returncode}")[:500]
    if arguments == ["list"]:
        raise _unusable(python, reason)
    if child.returncode in _KILLED or "MemoryError" in reason:
        megabytes = memory_bytes >> 20
        raise DataError(
            f"datumaro takes more than {megabytes} MB of memory for this data. Bring it in smaller "
            "parts; the administrator can allow more (EASEL_DATUMARO_MEMORY_BYTES).",
            code="foreign_memory",
            format=arguments[1],
            megabytes=megabytes,
        )
    raise DataError(
        f"datumaro could not convert the data as '{arguments[1]}': {reason}. Check that the files "
        "are in this format and complete.",
        code="foreign_failed",
        format=arguments[1],
        reason=reason,
    )


def _ended(child: subprocess.Popen[str], keep_on: Callable[[], None] | None) -> tuple[str, str]:
    waited = 0.0
    while True:
        try:
            return child.communicate(timeout=_POLL_SECONDS)
        except subprocess.TimeoutExpired:
            waited += _POLL_SECONDS
            try:
                if keep_on is not None:
                    keep_on()
                elif waited > _LIST_SECONDS:
                    child.kill()
            except BaseException:
                child.kill()
                child.communicate()
                raise


def _unusable(python: str, reason: str) -> DataError:
    return DataError(
        f"'{python}' cannot run datumaro: {reason}. Set EASEL_DATUMARO_PYTHON to the Python of an "
        "environment in which it is installed.",
        code="foreign_unusable",
        reason=reason[:500],
    )


class WithLosses:
    """A tree that also tells what was lost before it was made."""

    def __init__(self, tree: FileTree, problems: tuple[Problem, ...]) -> None:
        self._tree, self._problems = tree, problems
        self.names, self.open = tree.names, tree.open

    def problems(self) -> tuple[Problem, ...]:
        """Return the losses, then what of the tree is not among the names."""
        return (*self._problems, *self._tree.problems())
