"""What surrounds a run, what training hands on, and what a model predicted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from engine.events import EventSink
from engine.interfaces.dataset import D_co, Splits
from engine.interfaces.network import Network
from engine.interrupt import Interrupt
from engine.specs.data import SampleRecord, Split
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import RuntimeCheck, TrainingSummary
from engine.specs.training import TrainingSpec

Outcome = TypeVar("Outcome")
"""What a task keeps of one sample to evaluate it: logits, boxes, a text, a confusion count."""


class ThroughputMonitor(Protocol):
    """Reports how fast a run goes: it is told the rate while it is known."""

    samples_per_second: float | None


@dataclass(frozen=True)
class RunContext:
    """What surrounds a run in this process."""

    work: Path
    emit: EventSink
    interrupt: Interrupt
    monitor: ThroughputMonitor


M_co = TypeVar("M_co", covariant=True, default=Any)


@dataclass(frozen=True)
class TrainedModel(Generic[D_co, M_co]):
    """What training hands to evaluation and export.

    Attributes:
        spec: without ``auto``.
        networks: the first takes what preprocessing makes.
        files: of the package beside networks and ``splits.files``, by path: vocabularies,
            templates; one called ``weights.…`` is what incremental training starts from, where
            that is not a module's state.
        module: the task's own view of what it learnt, for heat maps and attributions.
    """

    spec: TrainingSpec
    splits: Splits[D_co]
    summary: TrainingSummary
    networks: tuple[Network, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    module: M_co = field(kw_only=True)


@dataclass(frozen=True)
class Scores(Generic[Outcome]):
    """What a model predicted for one dataset, in the dataset's order."""

    split: Split
    records: Sequence[SampleRecord]
    outcomes: Sequence[Outcome]


@dataclass(frozen=True)
class HeldOut(Scores[Outcome], Generic[Outcome, D_co, M_co]):
    """What a report is about: what a model predicted for ``trained.splits.held_out()``.

    Attributes:
        trained: the model and its datasets.
        labels: names and recommended thresholds of the package, in the order of the outputs.
        runtime: how the exported model did on the same samples.
        work: the folder that images of the report are written under.
    """

    trained: TrainedModel[D_co, M_co]
    labels: Sequence[LabelSpec]
    runtime: RuntimeCheck
    work: Path
