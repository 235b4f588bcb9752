"""Cards of the OCR tasks."""

from __future__ import annotations

from engine.catalog.cards import TaskCard

CARDS: tuple[TaskCard, ...] = ()
