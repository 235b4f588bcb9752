"""What exists: tasks, backbones and deployment targets, without any model code.

Imports only the standard library and pydantic, so that the web process can show it all.
"""

from engine.catalog import image
from engine.catalog.cards import (
    AnnotationKind,
    BackboneCard,
    DatasetFormat,
    TaskCard,
    Tier,
)
from engine.catalog.targets import TARGETS, TargetCard

TASKS: dict[str, TaskCard] = {card.key: card for card in (image.CLASSIFICATION,)}

__all__ = [
    "TARGETS",
    "TASKS",
    "AnnotationKind",
    "BackboneCard",
    "DatasetFormat",
    "TargetCard",
    "TaskCard",
    "Tier",
]
