"""What a launcher is: it starts a command somewhere and can find, stop and watch it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol


class LaunchFailed(Exception):
    """The process could not be started; the message says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True)
class Limits:
    """What a process may use; ``None`` sets no limit."""

    memory_bytes: int | None = None
    open_files: int = 4096


@dataclass(frozen=True)
class Handle:
    """A process that can be found again by anybody of the same installation on the same host.

    ``started`` is its start time as the system gives it, so that another process that was given
    the same pid later is not taken for it. ``installation`` is whose process it is: the rows of a
    copied data folder name processes of the original.
    """

    host: str
    pid: int
    started: float
    installation: str

    def to_json(self) -> dict[str, Any]:
        """Return what ``from_json`` reads."""
        return asdict(self)

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Handle:
        """Read a handle from a row."""
        return Handle(
            str(document["host"]),
            int(document["pid"]),
            float(document["started"]),
            str(document.get("installation", "")),
        )


@dataclass(frozen=True)
class Ended:
    """A process that is gone; ``status`` is negative for a signal, ``None`` when not known."""

    status: int | None


class Launcher(Protocol):
    """Starts processes that outlive the worker, in a group of their own."""

    def launch(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        limits: Limits,
    ) -> Handle:
        """Start a command; its output is appended to ``folder/output.log``.

        Where in that file its own words begin is noted beside it.

        Raises:
            LaunchFailed: when it cannot be started.
        """
        ...

    def find(self, marker: str) -> Handle | None:
        """Return a living process whose command line has ``marker`` as one argument."""
        ...

    def ended(self, handle: Handle) -> Ended | None:
        """Return how a process ended, ``None`` while it lives."""
        ...

    def signal(self, handle: Handle, number: int) -> None:
        """Send a signal to the process; nothing happens when it is gone."""
        ...

    def kill(self, handle: Handle) -> None:
        """End the process and all that it started, at once."""
        ...
