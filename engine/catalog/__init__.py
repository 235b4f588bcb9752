"""What exists: tasks, backbones and deployment targets, without any model code.

Imports only the standard library and pydantic, so that the web process can show it all.
"""

from engine.catalog import image, multimodal, ocr, retail, speech, tabular, text, video
from engine.catalog.cards import BackboneCard, TaskCard, Tier
from engine.catalog.kinds import (
    ANNOTATIONS,
    AnnotationCard,
    AnnotationKind,
    Media,
    PredictionKind,
)
from engine.catalog.targets import TARGETS, TargetCard
from engine.specs.data import DatasetFormat

_MODALITIES = (image, text, speech, video, ocr, tabular, retail, multimodal)

TASKS: dict[str, TaskCard] = {card.key: card for module in _MODALITIES for card in module.CARDS}

__all__ = [
    "ANNOTATIONS",
    "TARGETS",
    "TASKS",
    "AnnotationCard",
    "AnnotationKind",
    "BackboneCard",
    "DatasetFormat",
    "Media",
    "PredictionKind",
    "TargetCard",
    "TaskCard",
    "Tier",
]
