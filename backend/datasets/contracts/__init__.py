"""What other apps may know of data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID

from backend.api.people import Person
from backend.jobs.contracts import JobView
from engine.catalog import Media


class Measure(StrEnum):
    """What of a sample can be asked for by its size; ``value`` is the score it was given."""

    WIDTH = "width"
    HEIGHT = "height"
    BYTES = "bytes"
    SECONDS = "seconds"
    FRAMES = "frames"
    CHARACTERS = "characters"
    ROWS = "rows"
    VALUE = "value"


SUGGESTED = ("any", "contradicts")
"""Ways to ask for samples by their suggestion: there is one, or the labels contradict it."""


class DisagreementKind(StrEnum):
    """How a model's answer may disagree with what is said of a sample; ``any`` is any of them.

    ``class`` is another label for the whole or for a mark, ``extra`` a mark that only the model
    has, ``missed`` one that the model does not have.
    """

    ANY = "any"
    CLASS = "class"
    EXTRA = "extra"
    MISSED = "missed"


class DatasetRef(Protocol):
    """What other apps need to know of a dataset to ask for its samples and annotate them."""

    id: UUID
    project_id: UUID
    task: str
    multi_label: bool
    num_trashed: int


@dataclass(frozen=True)
class ProjectData:
    """The data of a project; ``num_rows`` are those of its tables, null where it has none."""

    num_datasets: int
    num_samples: int
    num_rows: int | None
    num_labelled: int
    num_bytes: int


@dataclass(frozen=True)
class VersionView:
    """A frozen selection of samples with labels and splits.

    ``num_rows`` are those of its tables, null where it holds none.
    """

    id: UUID
    dataset_id: UUID
    dataset_name: str
    project_id: UUID
    number: int
    note: str
    state: str
    multi_label: bool
    split_recipe: Mapping[str, Any]
    labels: list[dict[str, str]]
    counts: Mapping[str, Any]
    num_samples: int
    num_rows: int | None
    query: Mapping[str, Any]
    cleaning: Sequence[Mapping[str, Any]]
    content_sha256: str | None
    job: JobView | None
    created_by: Person | None
    created_at: datetime
    num_runs: int


@dataclass(frozen=True)
class ProjectVersions:
    """The frozen versions of a project."""

    num: int
    latest: VersionView | None


@dataclass(frozen=True)
class VersionRef:
    """A frozen dataset version.

    ``counts`` is ``{split: {"total": n, "labels": {name: n}}}``, with ``num_rows`` in each of those
    of tables; ``index_sha256`` is the blob of
    its ``samples.jsonl``, ``None`` until it is ready.
    """

    id: UUID
    number: int
    dataset_id: UUID
    dataset_name: str
    project_id: UUID
    state: str
    multi_label: bool
    labels: tuple[str, ...]
    counts: Mapping[str, Any]
    num_samples: int
    index_sha256: str | None


@dataclass(frozen=True)
class Range:
    """Values of a measure from ``low`` to ``high``, both included; ``None`` leaves a side open."""

    measure: Measure
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Disagreement:
    """A model's answer disagrees in this way, and is at least so sure of it (0 to 1)."""

    kind: DisagreementKind
    least: float = 0.0


@dataclass(frozen=True)
class AttributeCondition:
    """A region of a label has an attribute, with this value where one is asked for.

    ``label`` is ``None`` for regions without a label. Flags are ``true`` and ``false``.
    """

    label: UUID | None
    name: str
    value: str | None = None


@dataclass(frozen=True)
class SampleFilter:
    """Which samples of a dataset: those that pass everything that is asked for.

    A label is shown by the sample, a region of it, or a relation; one of several is enough, and so
    it is with tags. ``author`` said something of it, ``source`` tells how. Days are in UTC, both
    included. A split belongs to a version, so it needs one. ``suggested`` is ``any`` for samples of
    which a model suggests something, ``contradicts`` for those whose labels it contradicts.
    ``disagreement`` asks for samples of which it says something else than their annotation does.
    ``area`` is a part of an embedding map. ``negative`` samples were said to show nothing.
    ``attribute`` asks for regions that are described in each of these ways.

    Every field is JSON by ``backend.datasets.contracts.filters``: saved views and jobs keep it.
    """

    label: tuple[UUID, ...] = ()
    unlabelled: bool = False
    labelled: bool = False
    split: str | None = None
    version: UUID | None = None
    search: str = ""
    trashed: bool = False
    source: str | None = None
    finding: UUID | None = None
    assignment: UUID | None = None
    suggested: str | None = None
    author: UUID | None = None
    labelled_from: date | None = None
    labelled_until: date | None = None
    tag: tuple[UUID, ...] = ()
    range: tuple[Range, ...] = ()
    area: UUID | None = None
    disagreement: Disagreement | None = None
    negative: bool = False
    attribute: tuple[AttributeCondition, ...] = ()


@dataclass(frozen=True)
class Selection:
    """Samples to act on: these, or all that pass a filter; exactly one of both is given."""

    ids: tuple[UUID, ...] | None = None
    filter: SampleFilter | None = None


@dataclass(frozen=True)
class SampleRef:
    """One sample, what its file holds, and where its content is."""

    id: UUID
    project_id: UUID
    media: Media
    name: str
    sha256: str
