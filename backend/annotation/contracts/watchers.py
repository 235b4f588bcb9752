"""Who keeps something that depends on what is said of samples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from uuid import UUID

from backend.annotation.contracts.states import OptionalState
from backend.config.registry import Registry


class StateWatcher(Protocol):
    """Told of what is said of samples, within the transaction that changes it."""

    def compare(self, states: Mapping[UUID, OptionalState], *, gone: UUID | None = None) -> None:
        """Take note of what is now said of samples of one locked dataset.

        Args:
            states: what is said of the samples.
            gone: a label that is about to be deleted.
        """

    def naming(self, label_id: UUID) -> list[UUID]:
        """Return the samples of which something kept names a label."""


WATCHERS: Registry[StateWatcher] = Registry("watcher of annotations")
