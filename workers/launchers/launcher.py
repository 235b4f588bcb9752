"""What a launcher is: it starts commands of the engine somewhere, finds, watches and stops them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NewType, Protocol

from engine.specs.spec import Spec

Handle = NewType("Handle", str)
"""By which the launcher that started a process finds it again; nobody else understands it."""

ADDRESS_IN_USE = "address_in_use"
"""Code of a server that was not started for its address, which may become free by itself."""


class LaunchFailed(Exception):
    """The process could not be started; the message says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class LaunchDelayed(Exception):
    """The process cannot be started yet; whoever wants it asks again soon."""


@dataclass(frozen=True)
class Limits:
    """What a process may use; ``None`` sets no limit."""

    memory_bytes: int | None = None
    open_files: int = 4096


@dataclass(frozen=True)
class Address:
    """Where a server answers: to processes of this installation, and to its callers."""

    inside: str
    outside: str


@dataclass(frozen=True)
class Listening:
    """What is known of the address that a server should get.

    ``is_public`` tells one with callers from one that the installation alone asks. ``before`` is
    where it was reached inside before, which it keeps if that can be; ``taken`` tells the addresses
    of all servers, also of those that do not run now.
    """

    is_public: bool
    before: str
    taken: Callable[[], Collection[str]]


@dataclass(frozen=True)
class Order:
    """A command of the engine, with what it is given and where it leaves what it makes.

    Everything that the process reads is the folder of ``spec_file``, the paths that the spec names
    (``engine.specs.paths``) and those among its ``options``; all that it writes lies in ``work``,
    which is that folder or in it. The launcher writes the spec, with the paths by which the process
    reaches its files, and copies what the process cannot reach. ``threads`` are left to the process
    by ``None``; ``share`` is its part of the place it runs in.
    """

    command: str
    spec: Spec
    spec_file: Path
    work: Path
    options: Sequence[str | Path] = ()
    threads: int | Literal["share"] | None = None
    limits: Limits = field(default_factory=Limits)
    listens: Listening | None = None


@dataclass(frozen=True)
class Ended:
    """A process that is gone; ``status`` is negative for a signal, ``None`` when not known."""

    status: int | None


@dataclass(frozen=True)
class Usage:
    """What a process and all that it started use.

    ``cpu_seconds`` are those since it was started, ``memory_bytes`` what is held now, with what
    several of them share counted once for each.
    """

    cpu_seconds: float
    memory_bytes: int


class Launcher(Protocol):
    """Starts processes that outlive the worker.

    What a process prints is appended to ``output.log`` in the folder of its spec. A folder named
    below is that one.
    """

    def launch(self, order: Order) -> Handle:
        """Start a command.

        Raises:
            LaunchFailed: when it cannot be started.
            LaunchDelayed: when it cannot be started yet.
        """
        ...

    def find(self, spec_file: Path) -> Handle | None:
        """Return the living process of a spec, for whoever lost its handle."""
        ...

    def ended(self, handle: Handle) -> Ended | None:
        """Return how a process ended, ``None`` while it lives."""
        ...

    def collect(self, handle: Handle, folder: Path) -> None:
        """Bring what a process wrote to its folder here, unless it lies there already.

        While it lives at least what is written line by line; after its end everything.
        """
        ...

    def log_tail(self, handle: Handle, folder: Path, *, num_lines: int = 20) -> str:
        """Return the last lines that a process printed; nothing of earlier ones of its folder."""
        ...

    def address(self, handle: Handle) -> Address | None:
        """Return where a server is reached, ``None`` of what is none."""
        ...

    def status(self, handle: Handle, folder: Path) -> Mapping[str, Any]:
        """Return what a server says of itself (``status.json``), empty before it said anything.

        What it said before its spec was updated is not returned any more.
        """
        ...

    def usage(self, handle: Handle) -> Usage | None:
        """Return what a process uses, ``None`` where that is not known."""
        ...

    def update(self, handle: Handle, order: Order) -> bool:
        """Give a living server another spec; return whether it was another."""
        ...

    def stop(self, handle: Handle) -> None:
        """Ask a process to end well; nothing happens when it is gone."""
        ...

    def kill(self, handle: Handle) -> None:
        """End a process and all that it started, at once."""
        ...
