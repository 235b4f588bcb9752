"""What other apps may know of stored calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

ORDERINGS = ("-called_at", "top_score")
STATES = ("waiting", "added", "answered")


@dataclass(frozen=True)
class ShadowResults:
    """What a shadow predicted for a call; ``agreement`` (0 to 1) is that with the results."""

    revision: int
    results: Sequence[Mapping[str, Any]]
    agreement: float | None


@dataclass(frozen=True)
class TruthView:
    """What a caller said was right: labels, a number or a text."""

    labels: Sequence[str] | None = None
    value: float | None = None
    text: str | None = None


@dataclass(frozen=True)
class AddedSample:
    """The sample that a call became."""

    id: UUID
    dataset_id: UUID
    is_labelled: bool


@dataclass(frozen=True)
class StoredCallView:
    """A call that was stored: what was sent, what was predicted, and what was right.

    ``values`` are the parts of the request that are no file; the file of a call that ``has_file``
    is at an address of its own. ``num_right`` of ``num_evaluated`` results were right, and
    ``error`` is how far a number was from the right one.
    """

    id: UUID
    log_id: int
    called_at: datetime
    caller: str
    caller_name: str | None
    revision: int | None
    version: int | None
    reason: str
    values: Mapping[str, Any]
    has_file: bool
    results: Sequence[Mapping[str, Any]]
    shadows: Sequence[ShadowResults]
    top_label: str
    top_score: float | None
    num_bytes: int
    truth: TruthView | None
    num_evaluated: int
    num_right: int
    error: float | None
    sample: AddedSample | None
    added_at: datetime | None


@dataclass(frozen=True)
class NamedCount:
    """How many stored calls have something in common."""

    name: str
    num: int


@dataclass(frozen=True)
class DayAccuracy:
    """How often a model version was right on a day, by what callers said later.

    ``accuracy`` is ``num_right`` of ``num_evaluated``, ``low`` to ``high`` its 95 % interval
    (Wilson); of numbers ``mean_error`` is how far they were from the right ones. Calls that were
    stored for being unsure or disputed do not count here: they would make the model look worse.
    """

    day: date
    version: int | None
    num_calls: int
    num_evaluated: int
    num_right: int
    accuracy: float | None
    low: float | None
    high: float | None
    mean_error: float | None


@dataclass(frozen=True)
class StoredCallsSummary:
    """The stored calls of an endpoint in figures.

    ``num_waiting`` are in no dataset yet, ``num_answered`` have a true answer. ``reasons`` and
    ``labels`` are the most frequent first.
    """

    num_calls: int
    num_waiting: int
    num_answered: int
    num_bytes: int
    reasons: Sequence[NamedCount]
    labels: Sequence[NamedCount]
    accuracy: Sequence[DayAccuracy]


@dataclass(frozen=True)
class WaitingCalls:
    """How many stored calls of a project are in no dataset yet, and where most of them are."""

    deployment_id: UUID
    num: int


@dataclass(frozen=True)
class RefusedCall:
    """A call that became no sample, and why."""

    id: UUID
    code: str
    message: str


@dataclass(frozen=True)
class AddedCalls:
    """What became of calls that were added to a dataset.

    ``num_known`` were samples of it already, and ``num_labelled`` came with a true answer. All have
    the tag; ``job_id`` is the one that suggests annotations, where there is something to suggest.
    """

    dataset_id: UUID
    tag_id: UUID | None
    num_added: int
    num_known: int
    num_labelled: int
    refused: Sequence[RefusedCall]
    job_id: UUID | None
