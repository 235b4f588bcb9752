"""People, as others see them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from backend.api.shapes import serializer_of


@dataclass(frozen=True)
class Person:
    """Somebody, as others see them."""

    id: UUID
    name: str


PersonSerializer = serializer_of(Person)
