"""All that is said of one sample at one moment, as a value: compared, kept, brought back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from backend.annotation.contracts.attributes import Attributes, Definitions, fitted


@dataclass(frozen=True)
class Region:
    """A marked part; ``geometry`` is a checked ``engine.specs.samples.geometry.Geometry`` as JSON.

    ``points`` are checked ``engine.specs.samples.geometry.KeyPoint`` values as JSON, ``attributes``
    values that the definitions of its label take.
    """

    key: str
    label_id: UUID | None
    geometry: Mapping[str, Any]
    text: str | None = None
    points: tuple[Mapping[str, Any], ...] = ()
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, order=True)
class Relation:
    """A directed relation between two regions, which it names by their keys."""

    label_id: UUID
    subject: str
    object: str


@dataclass(frozen=True)
class State:
    """What is said of one annotated sample; a sample that nobody annotated has none.

    An empty one is a negative: somebody looked, and there is nothing to annotate.
    """

    labels: frozenset[UUID] = frozenset()
    regions: tuple[Region, ...] = ()
    relations: frozenset[Relation] = frozenset()
    texts: tuple[str, ...] = ()
    value: float | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether it says nothing at all."""
        return self == _NOTHING

    @property
    def used_labels(self) -> frozenset[UUID]:
        """Return all labels that the sample shows in any way."""
        of_regions = {region.label_id for region in self.regions if region.label_id is not None}
        return self.labels | of_regions | {relation.label_id for relation in self.relations}

    def without(self, label_id: UUID, *, regions_need_labels: bool) -> State:
        """Return the state after a label is deleted.

        Regions of the label go, and the relations that name them; where regions need no label
        they only lose it.
        """
        if regions_need_labels:
            regions = tuple(region for region in self.regions if region.label_id != label_id)
        else:
            regions = tuple(
                replace(region, label_id=None) if region.label_id == label_id else region
                for region in self.regions
            )
        keys = {region.key for region in regions}
        return replace(
            self,
            labels=self.labels - {label_id},
            regions=regions,
            relations=frozenset(
                relation
                for relation in self.relations
                if relation.label_id != label_id
                and relation.subject in keys
                and relation.object in keys
            ),
        )

    def renamed(self, label_id: UUID, into_id: UUID) -> State:
        """Return the state with one label in the place of another."""

        def chosen(one: UUID) -> UUID:
            return into_id if one == label_id else one

        return replace(
            self,
            labels=frozenset(chosen(one) for one in self.labels),
            regions=tuple(
                replace(region, label_id=into_id) if region.label_id == label_id else region
                for region in self.regions
            ),
            relations=frozenset(
                replace(relation, label_id=chosen(relation.label_id)) for relation in self.relations
            ),
        )


_NOTHING = State()

# ``None`` while nobody has annotated the sample.
OptionalState = State | None


def described(state: OptionalState, names: Mapping[UUID, str]) -> dict[str, Any] | None:
    """Return a state as the history keeps it: labels by id and by what they were called."""
    if state is None:
        return None

    def label(label_id: UUID) -> dict[str, str]:
        return {"id": str(label_id), "name": names[label_id]}

    return {
        "labels": sorted((label(one) for one in state.labels), key=lambda one: one["name"]),
        "regions": [
            {
                "id": region.key,
                "label": None if region.label_id is None else label(region.label_id),
                "geometry": dict(region.geometry),
                "text": region.text,
                "points": [dict(point) for point in region.points],
                "attributes": dict(region.attributes),
            }
            for region in state.regions
        ],
        "relations": [
            {
                "label": label(relation.label_id),
                "subject": relation.subject,
                "object": relation.object,
            }
            for relation in sorted(state.relations)
        ],
        "texts": list(state.texts),
        "value": state.value,
    }


def says_nothing(document: Mapping[str, Any]) -> bool:
    """Tell whether a kept state is a negative: there is nothing to annotate."""
    parts = ("labels", "regions", "relations", "texts")
    return document["value"] is None and not any(document[part] for part in parts)


def restored(
    document: Mapping[str, Any] | None,
    known: Collection[UUID],
    *,
    attributes: Definitions,
    regions_need_labels: bool,
) -> OptionalState:
    """Return a kept state; what used labels or attributes deleted since does not come back."""
    if document is None:
        return None
    state = State(
        labels=frozenset(UUID(label["id"]) for label in document["labels"]),
        regions=tuple(
            Region(
                key=region["id"],
                label_id=UUID(region["label"]["id"]) if region["label"] else None,
                geometry=region["geometry"],
                text=region["text"],
                points=tuple(region.get("points", ())),
                attributes=region.get("attributes", {}),
            )
            for region in document["regions"]
        ),
        relations=frozenset(
            Relation(UUID(relation["label"]["id"]), relation["subject"], relation["object"])
            for relation in document["relations"]
        ),
        texts=tuple(document["texts"]),
        value=document["value"],
    )
    kept = state
    for label_id in state.used_labels - frozenset(known):
        kept = kept.without(label_id, regions_need_labels=regions_need_labels)
    if kept.is_empty and not state.is_empty:
        return None
    return replace(kept, regions=tuple(defined(one, attributes) for one in kept.regions))


def defined(region: Region, attributes: Definitions) -> Region:
    """Return a region with those of its attributes that are defined, as they are called now."""
    if not region.attributes:
        return region
    kept, _ = fitted(region.attributes, attributes.get(region.label_id, ()))
    return replace(region, attributes=kept)
