"""What a task looks like from outside: what the product shows before model code is loaded."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.specs.training import TaskOptions


class AnnotationKind(StrEnum):
    """The shape of one sample's labels."""

    CLASSES = "classes"


class Tier(StrEnum):
    """How much time and size a user trades for accuracy."""

    FAST = "fast"
    BALANCED = "balanced"
    ACCURATE = "accurate"


class Card(BaseModel):
    """Base of everything in the catalog: frozen, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class BackboneCard(Card):
    """One network a task can be trained with.

    ``parameters_millions`` and ``input_size`` describe the preset as it is trained by default;
    images smaller than ``min_input_size`` leave nothing for its last stage to see;
    ``weights`` names the pretrained weights in a local folder or hub, ``None`` when the backbone
    is always trained from scratch.
    """

    key: str
    tier: Tier
    parameters_millions: float
    input_size: Annotated[int, Field(ge=8)]
    min_input_size: Annotated[int, Field(ge=8)]
    weights: str | None = None
    licence: str = "MIT"


class DatasetFormat(StrEnum):
    """A file layout that the import page understands."""

    IMAGE_FOLDER = "image_folder"
    CSV_LABELS = "csv_labels"
    LOOSE_IMAGES = "loose_images"


class TaskCard(Card):
    """What the product shows of a task, and what the import system needs to find its code.

    ``key`` is the path of the module: ``image.classification`` is
    ``engine/tasks/image/classification.py``. ``options`` is the typed schema that drives the web
    form, the command line, YAML files, the API and the reference pages.
    """

    key: Annotated[str, Field(pattern=r"^[a-z]+\.[a-z_]+$")]
    modality: Literal["image", "text", "speech", "video", "ocr", "tabular", "retail", "multimodal"]
    annotation: AnnotationKind
    supports_multi_label: bool
    primary_metric: str
    formats: tuple[DatasetFormat, ...]
    backbones: tuple[BackboneCard, ...]
    export_targets: tuple[str, ...]
    options: type[TaskOptions]
    min_samples_per_label: int = 2
    advised_samples_per_label: int = 100

    def backbone(self, key: str) -> BackboneCard:
        """Return the backbone called ``key``.

        Raises:
            KeyError: when the task has no such backbone.
        """
        for card in self.backbones:
            if card.key == key:
                return card
        raise KeyError(key)

    def backbones_of(self, tier: Tier) -> tuple[BackboneCard, ...]:
        """Return the backbones offered for a tier, the default one first."""
        return tuple(card for card in self.backbones if card.tier == tier)
