"""Show how far a training is: one line that changes, in a notebook or a terminal."""

from __future__ import annotations

import sys
from typing import TextIO

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


class ProgressLine:
    """Writes events for a person.

    Where a line can be written over (a terminal, a notebook) it changes in place; elsewhere, such
    as in a log, there is a line for each phase and epoch.

    Args:
        stream: where to; standard output if left out.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._changes = self._stream.isatty() or "ipykernel" in sys.modules
        self._phase = ""
        self._note = ""
        self._width = 0

    def __call__(self, event: Event) -> None:
        """Show one event."""
        kind = event["kind"]
        if kind == "phase":
            self._phase = str(event["phase"])
            self._show(_named(self._phase), lasting=not self._changes)
        elif kind == "progress":
            self._show(_progress(event, self._note))
        elif kind == "metric" and event["split"] == "validation" and event["values"]:
            name, value = next(iter(event["values"].items()))
            self._note = f"validation {name} {value:.4f}"
            self._show(f"epoch {event['epoch']:g}: {self._note}", lasting=not self._changes)
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


def _progress(event: Event, note: str) -> str:
    done, total, eta = event["done"], event["total"], event["eta_seconds"]
    full = round(_BAR * done / total) if total else 0
    share = f"{100 * done // total:3} %" if total else ""
    left = "" if eta is None else f"  {_duration(eta)} left"
    shown = f"  {note}" if note and event["phase"] == "train" else ""
    return (
        f"{_named(str(event['phase'])):<14}{'█' * full}{'░' * (_BAR - full)} {share}{left}{shown}"
    )


def _named(phase: str) -> str:
    return _PHASES.get(phase, phase)


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"
