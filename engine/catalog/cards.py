"""What a task looks like from outside: what the product shows before model code is loaded."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, get_args

from pydantic import Field

from engine.catalog.kinds import (
    ANNOTATIONS,
    AnnotationCard,
    AnnotationKind,
    Card,
    Media,
    PredictionKind,
)
from engine.specs.data import DatasetFormat
from engine.specs.training import TaskOptions

MetricUnit = Literal["share", "number", "seconds"]

BUILT_IN = "easel/"
"""What the names of weights begin with that come with the engine."""

Shape = Literal["design", "transformer"]
"""Groups of options that say how a network is built."""

# What tables of texts, pairs and numbers are taken out by beside their own formats.
TABLE_FILES = (DatasetFormat.TSV, DatasetFormat.XLSX, DatasetFormat.PARQUET)


class Tier(StrEnum):
    """How much time and size a user trades for accuracy."""

    FAST = "fast"
    BALANCED = "balanced"
    ACCURATE = "accurate"


class BackboneCard(Card):
    """One network a task can be trained with.

    ``parameters_millions`` describes the preset as it is trained by default, ``input_size`` the
    side of its image in pixels, where it takes one; images smaller than ``min_input_size``
    leave nothing for its last stage to see. ``weights`` names the pretrained weights in a local
    folder or hub, those that come with the engine as ``easel/…``; ``None`` when the backbone is
    always trained from scratch. ``licence`` is that of these weights as public listings of them
    give it (that of our own networks without any): whoever
    passes a trained model on reads the publisher's terms first. ``unmoved_by`` names options, or
    whole groups of them, that this network learns the same with whatever they are. ``shape`` names
    the options that say how it is built, where a search may look for that. ``least_side`` is that
    of images, in pixels, from which on it is taken before the others of its tier.
    """

    key: str
    tier: Tier
    parameters_millions: float
    input_size: Annotated[int, Field(ge=8)] | None = None
    min_input_size: Annotated[int, Field(ge=8)] = 8
    weights: str | None = None
    licence: str = "MIT"
    unmoved_by: tuple[str, ...] = ()
    shape: Shape | None = None
    least_side: int | None = None

    @property
    def has_built_in(self) -> bool:
        """Whether its weights come with the engine, so that runs start from them unasked."""
        return self.weights is not None and self.weights.startswith(BUILT_IN)

    @property
    def unmoved(self) -> frozenset[str]:
        """What it learns the same with: what its card names, and the shapes of other networks."""
        return frozenset(self.unmoved_by) | (frozenset(get_args(Shape)) - {self.shape})


def image_backbone(
    key: str,
    tier: Tier,
    parameters_millions: float,
    input_size: int,
    min_input_size: int,
    weights: str | None = None,
    licence: str = "MIT",
    least_side: int | None = None,
) -> BackboneCard:
    """Return the card of a network that looks at images, so that many read as a table."""
    return BackboneCard(
        key=key,
        tier=tier,
        parameters_millions=parameters_millions,
        input_size=input_size,
        min_input_size=min_input_size,
        weights=weights,
        licence=licence,
        least_side=least_side,
    )


class MetricCard(Card):
    """A number that models are evaluated by: how it is written, and which way is better."""

    name: str
    unit: MetricUnit = "share"
    higher_is_better: bool = True


MACRO_F1 = MetricCard(name="macro_f1")
"""What classifiers are evaluated by where a label is rare."""


class TaskCard(Card):
    """What the product shows of a task, and what the import system needs to find its code.

    ``key`` is the path of the module: ``image.classification`` is
    ``engine/tasks/image/classification.py``. ``options`` is the typed schema that drives the web
    form, the command line, YAML files, the API and the reference pages. ``formats`` are those its
    data can be brought in by, ``export_formats`` those it can be taken out by. A task that does not
    need a validation split makes its own when the data has none. ``learns_normal`` says that normal
    samples alone are learnt from, and all others only evaluate the model. ``search_metric`` is what
    a search compares trials by where runs measure their primary metric only in the end: a loss, on
    validation data. ``other_metrics`` are what a model is evaluated by instead of
    ``primary_metric`` where its data asks for another kind of prediction, and what models of
    earlier versions were evaluated by: every report and every model says which one is its own.
    ``held_out_share`` is the part of the rows of tables that validation and test take each, where
    no table is named for them. ``works_untrained`` says that a model comes with the engine which
    can do the task as it is (``python -m engine package_built_in``).
    """

    key: Annotated[str, Field(pattern=r"^[a-z]+\.[a-z_]+$")]
    modality: Literal["image", "text", "speech", "video", "ocr", "tabular", "retail", "multimodal"]
    media: Media
    annotation: AnnotationKind
    prediction: PredictionKind
    supports_multi_label: bool = False
    learns_normal: bool = False
    primary_metric: str
    primary_unit: MetricUnit = "share"
    higher_is_better: bool = True
    other_metrics: tuple[MetricCard, ...] = ()
    formats: tuple[DatasetFormat, ...]
    export_formats: tuple[DatasetFormat, ...]
    backbones: tuple[BackboneCard, ...]
    options: type[TaskOptions]
    export_targets: tuple[str, ...] = ("onnxruntime",)
    search_metric: str | None = None
    held_out_share: float | None = None
    needs_validation: bool = True
    min_samples_per_label: int = 2
    advised_samples_per_label: int = 100
    works_untrained: bool = False

    @property
    def built_in_backbone(self) -> BackboneCard | None:
        """The largest network with weights of the engine: it knows the most without training."""
        known = [card for card in self.backbones if card.has_built_in]
        return max(known, key=lambda card: card.parameters_millions, default=None)

    @property
    def annotation_card(self) -> AnnotationCard:
        """What its annotations are made of."""
        return ANNOTATIONS[self.annotation]

    @property
    def import_formats(self) -> tuple[DatasetFormat, ...]:
        """What people can bring in: its formats, and plain files where they label them here."""
        if not self.annotation_card.is_labelled or DatasetFormat.LOOSE_FILES in self.formats:
            return self.formats
        return (*self.formats, DatasetFormat.LOOSE_FILES)

    @property
    def metrics(self) -> tuple[MetricCard, ...]:
        """All numbers that models of the task are evaluated by, the usual one first."""
        usual = MetricCard(
            name=self.primary_metric,
            unit=self.primary_unit,
            higher_is_better=self.higher_is_better,
        )
        return (usual, *self.other_metrics)

    def metric(self, name: str) -> MetricCard:
        """Return the number called ``name`` that models of the task are evaluated by.

        Raises:
            KeyError: when none is.
        """
        for one in self.metrics:
            if one.name == name:
                return one
        raise KeyError(name)

    def backbone(self, key: str) -> BackboneCard:
        """Return the backbone called ``key``.

        Raises:
            KeyError: when the task has no such backbone.
        """
        for card in self.backbones:
            if card.key == key:
                return card
        raise KeyError(key)

    def usual_backbone(self, tier: Tier, side: float | None = None) -> BackboneCard | None:
        """Return the backbone that a tier stands for, ``None`` where it has none.

        Args:
            tier: how much time and size to trade for accuracy.
            side: of the images in pixels, the longer one, where it is known.
        """
        found = self.backbones_of(tier)
        for card in found:
            if side is not None and card.least_side is not None and side >= card.least_side:
                return card
        return found[0] if found else None

    def backbones_of(self, tier: Tier) -> tuple[BackboneCard, ...]:
        """Return the backbones offered for a tier, the default one first."""
        return tuple(card for card in self.backbones if card.tier == tier)
