"""What shows a training as it goes on: a line in a terminal, or what a notebook has."""

from __future__ import annotations

import sys
from typing import Protocol, TextIO

from easel.training.events import Event
from easel.training.standing import Standing

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
