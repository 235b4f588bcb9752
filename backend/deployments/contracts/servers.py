"""Kinds of model servers, whose processes the workers keep alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from backend.config.registry import Registry
from engine.specs.serving import DeploymentSpec


@dataclass(frozen=True)
class Server:
    """A model server that should run or stop, and what is known of its process.

    ``kind`` is ``deployment``, ``playground`` or one of ``MODEL_SERVERS``. ``address`` is where
    this installation reaches it, or did, and ``handle`` by what its launcher finds its process.
    ``callers_revision`` says which change of who may call is the latest, of deployments.
    """

    kind: str
    id: UUID
    name: str
    should_run: bool
    generation: int
    observed_generation: int
    state: str
    address: str
    handle: str | None
    error_code: str
    callers_revision: int = 0
    observed_callers_revision: int = 0


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
