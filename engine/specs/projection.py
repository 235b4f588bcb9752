"""What a process that draws a map of samples is asked, and what it answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, NonNegativeInt

from engine.specs.inspection import MediaName
from engine.specs.paths import LocalPath
from engine.specs.spec import Spec

POINTS_FILE, MAP_FILE = "points.jsonl", "map.json"
# More samples than this are not drawn: a screen has no room for them, and a person no use.
MAX_MAPPED = 20_000


class ProjectionSpec(Spec):
    """Which samples are laid out on a plane.

    Attributes:
        media: what a sample's file holds.
        index: JSON lines of ``engine.specs.suggestions.SampleFile``, at most ``MAX_MAPPED``.
        files_root: what the files of the index are relative to.
        seed: of the landmarks and of t-SNE.
    """

    schema_version: Literal[1] = 1
    media: MediaName
    index: LocalPath
    files_root: LocalPath
    seed: int = 0


class MapPoint(Spec):
    """One line of ``points.jsonl``: where a sample lies, in 0..1, and how far it is from others.

    ``distance`` is the mean distance to its nearest neighbours among the embeddings (0 to 2).
    """

    id: str
    x: Annotated[float, Field(ge=0, le=1)]
    y: Annotated[float, Field(ge=0, le=1)]
    distance: Annotated[float, Field(ge=0)]


class MapSummary(Spec):
    """``map.json``: how the points were found; unreadable samples have none."""

    schema_version: Literal[1] = 1
    method: Literal["pca", "tsne", "tsne_landmarks"]
    num_points: NonNegativeInt
    num_unreadable: NonNegativeInt
