"""What other apps may know of people: who calls, and what they may do where."""

from __future__ import annotations

from typing import Protocol
from uuid import UUID

from backend.api.callers import Caller, Role, Watcher, at_least
from backend.config.registry import Registry

__all__ = ["DEPARTURES", "FIGURES", "SEND_PASSWORD_LINK", "Caller", "Role", "Watcher", "at_least"]

SEND_PASSWORD_LINK = "easel.send_password_link"
"""The task by which a worker sends a link to choose a new password by."""


class Departure(Protocol):
    """What becomes of somebody's work when they leave an organisation."""

    def __call__(self, *, organisation_id: UUID, user_id: UUID, actor_id: UUID) -> None:
        """Settle it, within the transaction that ends the membership; ``actor_id`` ended it."""


class Figure(Protocol):
    """A number that tells how much an organisation has of something."""

    def __call__(self, *, organisation_id: UUID) -> int:
        """Count it."""


DEPARTURES: Registry[Departure] = Registry("departure of a member")
FIGURES: Registry[Figure] = Registry("figure of an organisation")
