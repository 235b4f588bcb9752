"""Processes that answer callers, which the workers keep alive: model servers and the gateway."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.db.models import TextChoices

from backend.config.registry import Registry
from engine.specs.serving import DeploymentSpec

GATEWAY = "gateway"
REVISION = "revision"
PLAYGROUND = "playground"


class ServerState(TextChoices):
    """How a process is that answers callers."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True)
class Server:
    """A process that should run or stop, and what is known of it.

    ``kind`` is one of those above or of ``MODEL_SERVERS``. ``address`` is where this installation
    reaches it, or did, and ``handle`` by what its launcher finds its process. One that is not
    ``is_settled`` runs, and has not yet said that it goes by what it was asked for last.
    """

    kind: str
    id: UUID
    name: str
    should_run: bool
    state: str
    address: str
    handle: str | None
    error_code: str
    is_settled: bool = True


class ModelServers(Protocol):
    """The model servers of one kind."""

    def list_servers(self) -> Iterable[Server]:
        """Return those that should run, or have a process."""

    def server_spec(self, server_id: UUID) -> DeploymentSpec:
        """Return what one of them is to be told now; its launcher says where it listens.

        Raises:
            Invalid: when the package cannot be unpacked.
            Unavailable: ``disk_full``.
            ObjectDoesNotExist: when it was deleted meanwhile.
        """

    def note_server(self, server_id: UUID, **changes: Any) -> None:
        """Write what was seen of one: state, address, handle, error."""


MODEL_SERVERS: Registry[ModelServers] = Registry("kind of model servers")
