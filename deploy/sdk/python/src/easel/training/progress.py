"""How far a training is, and a line that shows it in a terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Protocol, TextIO

from easel.training.events import Event

_PHASES = {
    "check": "Checking data",
    "prepare": "Reading data",
    "train": "Training",
    "evaluate": "Evaluating",
    "export": "Exporting",
    "verify": "Verifying",
}
_BAR = 20


class Progress(Protocol):
    """Shows events to a person."""

    def __call__(self, event: Event) -> None:
        """Show one event."""
        ...

    def close(self) -> None:
        """Leave what is shown as it is to stay."""
        ...


def open_progress() -> Progress:
    """Return what shows a training where this runs: a notebook, a terminal, or a log."""
    if "ipykernel" in sys.modules:
        from easel.training.notebook import NotebookProgress

        return NotebookProgress()
    return ProgressLine()


@dataclass
class Standing:
    """Where a training stands, by the events so far.

    Attributes:
        phase: that it is in, as the engine calls it.
        done: of ``total`` steps of the phase; ``total`` is 0 while that is not known.
        eta_seconds: until the end, where it is known.
        note: numbers of the last epoch while it trains; they need not be those of the model.
        status: how it ended; empty while it goes on.
        warnings: in their order.
        log: what else was said.
    """

    phase: str = ""
    done: int = 0
    total: int = 0
    eta_seconds: float | None = None
    note: str = ""
    status: str = ""
    warnings: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Take in one event."""
        kind = event["kind"]
        if kind == "phase":
            self.phase, self.done, self.total = str(event["phase"]), 0, 0
            self.eta_seconds, self.note = None, ""
        elif kind == "progress":
            self.phase, self.eta_seconds = str(event["phase"]), event["eta_seconds"]
            self.done, self.total = event["done"], event["total"]
        elif kind == "metric" and event["split"] == "validation" and event["values"]:
            name, value = next(iter(event["values"].items()))
            self.note = f"epoch {event['epoch']:g}: validation {name} {value:.4f}"
        elif kind == "warning":
            self.warnings.append(str(event["message"]))
        elif kind == "log":
            self.log.append(str(event["message"]))
        elif kind == "finished":
            self.status = str(event["status"])

    @property
    def name(self) -> str:
        """Return the phase in words."""
        return _PHASES.get(self.phase, self.phase)

    @property
    def left(self) -> str:
        """Return how long it still takes, where that is known."""
        return "" if self.eta_seconds is None else f"{duration(self.eta_seconds)} left"


class ProgressLine:
    """Writes events for a person.

    Where a line can be written over (a terminal) it changes in place; elsewhere, such as in a log,
    there is a line for each phase and epoch.

    Args:
        stream: where to; standard output if left out.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._changes = self._stream.isatty()
        self._standing = Standing()
        self._width = 0

    def __call__(self, event: Event) -> None:
        """Show one event."""
        standing, kind = self._standing, event["kind"]
        standing.take(event)
        if kind == "phase":
            self._show(standing.name, lasting=not self._changes)
        elif kind == "progress":
            self._show(_line(standing))
        elif kind == "metric" and event["split"] == "validation" and event["values"]:
            self._show(standing.note, lasting=not self._changes)
        elif kind == "warning":
            self._show(f"Warning: {event['message']}", lasting=True)
        elif kind == "log":
            self._show(str(event["message"]), lasting=True)

    def close(self) -> None:
        """End the line that was written over."""
        if self._width:
            self._show("", lasting=False)
            self._stream.write("\r")
            self._width = 0
        self._stream.flush()

    def _show(self, text: str, *, lasting: bool = False) -> None:
        if lasting:
            begin = "\r" if self._width else ""
            self._stream.write(f"{begin}{text.ljust(self._width)}\n")
            self._width = 0
        elif self._changes:
            self._stream.write(f"\r{text.ljust(self._width)}")
            self._width = len(text)
        self._stream.flush()


def _line(standing: Standing) -> str:
    done, total = standing.done, standing.total
    full = round(_BAR * done / total) if total else 0
    share = f"{100 * done // total:3} %" if total else ""
    left = f"  {standing.left}" if standing.left else ""
    shown = f"  {standing.note}" if standing.note and standing.phase == "train" else ""
    return f"{standing.name:<14}{'█' * full}{'░' * (_BAR - full)} {share}{left}{shown}"


def duration(seconds: float) -> str:
    """Return a time in words, such as ``1 min 15 s``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"
