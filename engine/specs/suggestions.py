"""What a process that suggests annotations is asked, and what it says of each sample."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.data import Region, Relation
from engine.specs.paths import LocalPath
from engine.specs.spec import Spec

Score = Annotated[float, Field(ge=0, le=1)]


class SampleFile(Spec):
    """One line of the index: a sample, and its file relative to ``files_root``."""

    id: str
    file: str
    name: str


class LabelledFile(SampleFile):
    """One line of the index of examples: a sample and what people call it."""

    labels: tuple[str, ...]


class PackageSource(Spec):
    """A model package says it: its unpacked folder."""

    kind: Literal["package"] = "package"
    package: LocalPath


class ClassifierSource(Spec):
    """A quick classifier of labelled samples says it: an index of ``LabelledFile`` lines."""

    kind: Literal["classifier"] = "classifier"
    examples: LocalPath


class SuggestionSpec(Spec):
    """Which samples are asked about, and who answers.

    ``index`` holds ``SampleFile`` lines; answers are written in its order, so that a process that
    was stopped goes on behind its last whole line.
    """

    schema_version: Literal[1] = 1
    task: str
    multi_label: bool = False
    index: LocalPath
    files_root: LocalPath
    source: Annotated[PackageSource | ClassifierSource, Field(discriminator="kind")]


class SuggestedLabel(Spec):
    """A label of the whole sample."""

    name: str
    score: Score


class SuggestedRegion(Region):
    """A marked part of the sample."""

    score: Score


class SuggestedRelation(Relation):
    """How two of the regions relate."""

    score: Score


class Suggestion(Spec):
    """One line of ``suggestions.jsonl``: what a model would say of a sample.

    The parts are those of a ``SampleRecord``. ``score`` is how sure the whole is, ``uncertainty``
    how much would be learnt from a person's answer, both in 0..1. A sample whose file could not be
    read has a ``problem`` and nothing else.
    """

    id: str
    labels: tuple[SuggestedLabel, ...] = ()
    regions: tuple[SuggestedRegion, ...] = ()
    relations: tuple[SuggestedRelation, ...] = ()
    texts: tuple[str, ...] = ()
    value: float | None = None
    score: Score = 0.0
    uncertainty: Score = 1.0
    problem: str | None = None


class Priority(Spec):
    """One line of ``priorities.jsonl``: how early a sample is worth a person's time, in 0..1."""

    id: str
    priority: Score


SUGGESTIONS_FILE = "suggestions.jsonl"
PRIORITIES_FILE = "priorities.jsonl"
