"""What people or models say of a sample: kinds of media, predictions and annotations.

A kind of annotation is added here alone; what else asks about one asks its card.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

MAX_TEXTS = 100

GeometryKind = Literal["box", "quad", "polygon", "mask", "span", "segment", "frame_box"]
Editor = Literal["segments", "boxes", "outlines", "spans", "relations", "texts", "tracks", "score"]


class Card(BaseModel):
    """Base of everything in the catalog: frozen, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Media(StrEnum):
    """What one sample's file holds."""

    IMAGE = "image"
    TEXT = "text"
    TEXT_PAIR = "text_pair"
    AUDIO = "audio"
    VIDEO = "video"
    TABLE = "table"


class AnnotationKind(StrEnum):
    """The shape of what people say of one sample: which fields of its record are used."""

    CLASSES = "classes"
    BOXES = "boxes"
    OUTLINES = "outlines"
    PRODUCTS = "products"
    DEFECTS = "defects"
    SPANS = "spans"
    RELATIONS = "relations"
    ASPECT_SENTIMENT = "opinions"
    TRANSCRIPT = "transcript"
    CAPTIONS = "captions"
    TEXT_LINES = "text_lines"
    TRACKS = "tracks"
    SCORE = "score"
    NONE = "none"


class PredictionKind(StrEnum):
    """The shape of a model's predictions, which decides how it is drawn; see ``easel.runtime``."""

    LABELS = "labels"
    BOXES = "boxes"
    MASKS = "masks"
    ANOMALY = "anomaly"
    SPANS = "spans"
    ASPECT_SENTIMENT = "opinions"
    RELATIONS = "relations"
    TRANSCRIPT = "transcript"
    WORDS = "words"
    TRACKS = "tracks"
    ROWS = "rows"
    FORECAST = "forecast"
    MATCHES = "matches"


class AnnotationCard(Card):
    """What annotations of a kind are made of, and what the product does with them.

    ``labels`` are given to the whole sample; ``geometries`` are those of its regions, which need a
    label unless ``region_labels_required`` is off. ``may_be_negative`` tells whether "there is
    nothing to annotate" is something to say. ``editor`` is what people annotate with, ``None`` for
    data that says it itself, as a table does. ``drawn_as`` is the prediction of a model that the
    annotation is drawn like; ``suggested_from`` the prediction that suggestions are made from,
    ``None`` where models suggest nothing. ``is_writing`` says that samples show writing, which
    mirrored is other writing.
    """

    kind: AnnotationKind
    editor: Editor | None
    labels: bool = False
    geometries: frozenset[GeometryKind] = frozenset()
    region_labels_required: bool = True
    region_texts: bool = False
    points: bool = False
    relations: bool = False
    max_texts: int = 0
    value: bool = False
    may_be_negative: bool = False
    drawn_as: PredictionKind | None = None
    suggested_from: PredictionKind | None = None
    is_writing: bool = False

    @property
    def is_labelled(self) -> bool:
        """Whether people annotate the samples."""
        return self.editor is not None

    @property
    def is_of_whole(self) -> bool:
        """Whether something is said of the whole sample, or of stretches of it as of a whole."""
        return self.labels and self.geometries <= {"segment"}

    @property
    def is_classification(self) -> bool:
        """Whether labels of the whole sample, or of stretches of it, are all that is said."""
        return self.is_of_whole and not self.value


_KINDS = (
    # Recordings and videos are named as a whole, and stretch by stretch.
    AnnotationCard(
        kind=AnnotationKind.CLASSES,
        editor="segments",
        labels=True,
        geometries=frozenset({"segment"}),
        suggested_from=PredictionKind.LABELS,
    ),
    AnnotationCard(
        kind=AnnotationKind.BOXES,
        editor="boxes",
        geometries=frozenset({"box", "quad"}),
        points=True,
        may_be_negative=True,
        drawn_as=PredictionKind.BOXES,
        suggested_from=PredictionKind.BOXES,
    ),
    AnnotationCard(
        kind=AnnotationKind.OUTLINES,
        editor="outlines",
        geometries=frozenset({"polygon", "mask"}),
        points=True,
        may_be_negative=True,
        drawn_as=PredictionKind.MASKS,
        suggested_from=PredictionKind.MASKS,
    ),
    # Labels for a photo of one product, or boxes on shelves.
    AnnotationCard(
        kind=AnnotationKind.PRODUCTS,
        editor="boxes",
        labels=True,
        geometries=frozenset({"box", "quad"}),
        may_be_negative=True,
        drawn_as=PredictionKind.BOXES,
        suggested_from=PredictionKind.BOXES,
    ),
    # Labels, and regions where something is wrong.
    AnnotationCard(
        kind=AnnotationKind.DEFECTS,
        editor="outlines",
        labels=True,
        geometries=frozenset({"polygon", "mask", "box"}),
        drawn_as=PredictionKind.MASKS,
        suggested_from=PredictionKind.ANOMALY,
    ),
    AnnotationCard(
        kind=AnnotationKind.SPANS,
        editor="spans",
        geometries=frozenset({"span"}),
        may_be_negative=True,
        drawn_as=PredictionKind.SPANS,
        suggested_from=PredictionKind.SPANS,
    ),
    AnnotationCard(
        kind=AnnotationKind.RELATIONS,
        editor="relations",
        geometries=frozenset({"span"}),
        relations=True,
        may_be_negative=True,
        drawn_as=PredictionKind.RELATIONS,
        suggested_from=PredictionKind.RELATIONS,
    ),
    # Labels for the whole, and spans with a polarity.
    AnnotationCard(
        kind=AnnotationKind.ASPECT_SENTIMENT,
        editor="spans",
        labels=True,
        geometries=frozenset({"span"}),
        may_be_negative=True,
        drawn_as=PredictionKind.ASPECT_SENTIMENT,
        suggested_from=PredictionKind.ASPECT_SENTIMENT,
    ),
    AnnotationCard(
        kind=AnnotationKind.TRANSCRIPT,
        editor="segments",
        geometries=frozenset({"segment"}),
        region_labels_required=False,
        region_texts=True,
        max_texts=1,
        drawn_as=PredictionKind.TRANSCRIPT,
        suggested_from=PredictionKind.TRANSCRIPT,
    ),
    # Captions are searched, not written by models.
    AnnotationCard(
        kind=AnnotationKind.CAPTIONS,
        editor="texts",
        max_texts=MAX_TEXTS,
        drawn_as=PredictionKind.TRANSCRIPT,
        is_writing=True,
    ),
    AnnotationCard(
        kind=AnnotationKind.TEXT_LINES,
        editor="boxes",
        geometries=frozenset({"box", "quad"}),
        region_labels_required=False,
        region_texts=True,
        may_be_negative=True,
        drawn_as=PredictionKind.WORDS,
        suggested_from=PredictionKind.WORDS,
        is_writing=True,
    ),
    AnnotationCard(
        kind=AnnotationKind.TRACKS,
        editor="tracks",
        geometries=frozenset({"frame_box"}),
        may_be_negative=True,
        drawn_as=PredictionKind.TRACKS,
        suggested_from=PredictionKind.TRACKS,
    ),
    # A number for a pair of texts, or labels.
    AnnotationCard(
        kind=AnnotationKind.SCORE,
        editor="score",
        labels=True,
        value=True,
        drawn_as=PredictionKind.LABELS,
        suggested_from=PredictionKind.MATCHES,
    ),
    AnnotationCard(kind=AnnotationKind.NONE, editor=None),
)

ANNOTATIONS: dict[AnnotationKind, AnnotationCard] = {card.kind: card for card in _KINDS}
