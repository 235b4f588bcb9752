"""Cards of the retail tasks."""

from __future__ import annotations

from engine.catalog.cards import TaskCard

CARDS: tuple[TaskCard, ...] = ()
