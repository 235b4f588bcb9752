"""The parts of a suggestion as its row keeps them, each with its score."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any
from uuid import UUID

from backend.annotation.contracts.attributes import Attributes
from backend.annotation.contracts.states import Region, Relation, State


@dataclass(frozen=True)
class ScoredLabel:
    """A label of the whole sample."""

    id: str
    score: float


@dataclass(frozen=True)
class ScoredRegion:
    """A marked part of the sample."""

    id: str
    label_id: str | None
    geometry: Mapping[str, Any]
    text: str | None
    score: float
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True)
class ScoredRelation:
    """How two of the regions relate, by their ids."""

    label_id: str
    subject: str
    object: str
    score: float


@dataclass(frozen=True)
class Suggested:
    """The parts of an annotation, each with its score."""

    labels: tuple[ScoredLabel, ...] = ()
    regions: tuple[ScoredRegion, ...] = ()
    relations: tuple[ScoredRelation, ...] = ()
    texts: tuple[str, ...] = ()
    value: float | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether it says nothing."""
        return self == Suggested()

    def to_json(self) -> dict[str, Any]:
        """Return what ``from_json`` reads."""
        return asdict(self)

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Suggested:
        """Read the row's document."""
        return Suggested(
            labels=tuple(ScoredLabel(**one) for one in document["labels"]),
            regions=tuple(ScoredRegion(**one) for one in document["regions"]),
            relations=tuple(ScoredRelation(**one) for one in document["relations"]),
            texts=tuple(document["texts"]),
            value=document["value"],
        )

    def with_labels(self, known: Collection[str]) -> Suggested:
        """Return what remains where some labels are gone; nothing names them any more."""
        return self._kept(lambda label_id, _: label_id is None or label_id in known)

    def above(self, threshold: float, label_id: str | None = None) -> Suggested:
        """Return the parts of at least this score, of one label only where it is given."""
        if label_id is None:
            return self._kept(lambda _, score: score >= threshold)
        kept = self._kept(lambda of, score: score >= threshold and of == label_id)
        return replace(kept, texts=(), value=None)

    def best_scores(self) -> dict[str, float]:
        """Return the highest score of each label."""
        best: dict[str, float] = {}
        parts = [(one.id, one.score) for one in self.labels]
        parts += [(one.label_id, one.score) for one in self.regions if one.label_id is not None]
        parts += [(one.label_id, one.score) for one in self.relations]
        for label_id, score in parts:
            best[label_id] = max(score, best.get(label_id, 0.0))
        return best

    def state(self) -> State:
        """Return it as an annotation."""
        return State(
            labels=frozenset(UUID(one.id) for one in self.labels),
            regions=tuple(
                Region(
                    one.id,
                    UUID(one.label_id) if one.label_id else None,
                    one.geometry,
                    one.text,
                    attributes=one.attributes,
                )
                for one in self.regions
            ),
            relations=frozenset(
                Relation(UUID(one.label_id), one.subject, one.object) for one in self.relations
            ),
            texts=self.texts,
            value=self.value,
        )

    def _kept(self, is_kept: Callable[[str | None, float], bool]) -> Suggested:
        regions = tuple(one for one in self.regions if is_kept(one.label_id, one.score))
        keys = {one.id for one in regions}
        return Suggested(
            labels=tuple(one for one in self.labels if is_kept(one.id, one.score)),
            regions=regions,
            relations=tuple(
                one
                for one in self.relations
                if is_kept(one.label_id, one.score) and {one.subject, one.object} <= keys
            ),
            texts=self.texts,
            value=self.value,
        )
