"""What an import says of a sample, by the names of labels, made to fit the sample.

A format cannot know what the image or text at hand can have. What does not fit is put right or
left out, and said.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from backend.annotation.contracts import attributes
from backend.annotation.contracts.attributes import Attributes, Plan, Value, storable_text
from backend.annotation.contracts.kinds import (
    MAX_KEY,
    MAX_POINTS,
    MAX_REGIONS,
    may_be_negative,
)
from backend.annotation.contracts.states import OptionalState, Region, Relation, State
from backend.annotation.extents import Extent, corners, off_image, outside
from backend.api.errors import Param
from engine.catalog import ANNOTATIONS, AnnotationCard, AnnotationKind
from engine.formats.shapes.boxes import box_of, corners_of
from engine.formats.shapes.run_lengths import mask_box
from engine.specs import data
from engine.specs.samples.geometry import Box, KeyPoint, Mask, Polygon, Quad

# These regions are kept, in another form.
CHANGED = frozenset({"regions_boxed", "regions_outlined", "regions_clipped"})
# These count parts of regions that were left out, not annotations.
DETAILS = frozenset(
    {
        "points_left_out",
        "attributes_left_out",
        "details_contradict",
        "keypoint_alone",
        "keypoint_repeated",
    }
)


@dataclass(frozen=True)
class Given:
    """What an import says of one sample.

    ``boxes`` are those that it gives regions of another shape, by their ids. ``are_drawn`` tells
    boxes that somebody drew as the shape of an object from those that only say where one is.
    """

    labels: tuple[str, ...] = ()
    regions: tuple[data.Region, ...] = ()
    relations: tuple[data.Relation, ...] = ()
    texts: tuple[str, ...] = ()
    value: float | None = None
    boxes: tuple[tuple[str, Box], ...] = ()
    are_drawn: bool = False

    @property
    def label_names(self) -> frozenset[str]:
        """Return the names of all labels that it uses."""
        of_regions = {region.label for region in self.regions if region.label is not None}
        return frozenset(self.labels) | of_regions | {one.label for one in self.relations}

    @property
    def num_annotations(self) -> int:
        """Return how many things it says: labels, regions, relations, texts and a value."""
        parts = (self.labels, self.regions, self.relations, self.texts)
        return sum(map(len, parts)) + (self.value is not None)


@dataclass(frozen=True)
class Change:
    """Something that was put right or left out: how often, and why."""

    code: str
    message: str
    params: dict[str, Param]


def fit(
    given: Given, kind: AnnotationKind, extent: Extent, *, multi_label: bool
) -> tuple[Given, list[Change]]:
    """Return what of an import's statement a sample can have, and what was changed."""
    fields = ANNOTATIONS[kind]
    changes: Counter[str] = Counter()
    given = storable(given, changes)
    drawn = _outlined(replace(given, regions=_boxed(given, fields, changes)), fields, changes)
    regions = tuple(_fitting(drawn, fields, extent, changes))
    keys = {region.id for region in regions}
    relations = tuple(
        relation
        for relation in given.relations
        if fields.relations and relation.subject in keys and relation.object in keys
    )
    labels = given.labels if fields.labels else ()
    if len(set(labels)) > 1 and not multi_label:
        labels = ()
    texts = given.texts[: fields.max_texts]
    value = given.value if fields.value else None
    lost = "relations_left_out" if fields.relations else "relations_unused"
    changes[lost] += len(given.relations) - len(relations)
    changes["labels_left_out"] += len(given.labels) - len(labels)
    changes["texts_left_out"] += len(given.texts) - len(texts)
    changes["value_left_out"] += given.value != value
    fitted = replace(
        given, labels=labels, regions=regions, relations=relations, texts=texts, value=value
    )
    return fitted, _changes(changes)


def annotation_from(
    given: Given,
    fitted: Given,
    ids: Mapping[str, UUID],
    kind: AnnotationKind,
    *,
    multi_label: bool,
) -> OptionalState:
    """Return what is said of a sample by what was given and what of it fits.

    Where nothing is left of something, nobody knows what the sample shows; that is no negative.
    """
    state = state_of(fitted, ids)
    if not state.is_empty:
        return state
    means_nothing = given.num_annotations == 0 and may_be_negative(kind, multi_label=multi_label)
    return state if means_nothing else None


def state_of(given: Given, ids: Mapping[str, UUID]) -> State:
    """Return a statement with labels by their ids."""
    return State(
        labels=frozenset(ids[name] for name in given.labels),
        regions=tuple(
            Region(
                key=region.id,
                label_id=None if region.label is None else ids[region.label],
                geometry=region.geometry.model_dump(mode="json"),
                text=region.text,
                points=tuple(point.model_dump(mode="json") for point in region.points),
                attributes=region.attributes,
            )
            for region in given.regions
        ),
        relations=frozenset(
            Relation(ids[one.label], one.subject, one.object) for one in given.relations
        ),
        texts=given.texts,
        value=given.value,
    )


def given_of(state: State, names: Mapping[UUID, str]) -> Given:
    """Return a state as an import would say it, with labels by their names."""
    return Given(
        labels=tuple(sorted(names[label_id] for label_id in state.labels)),
        regions=tuple(
            data.Region.model_validate(
                {
                    "id": region.key,
                    "label": None if region.label_id is None else names[region.label_id],
                    "geometry": region.geometry,
                    "text": region.text,
                    "points": list(region.points),
                    "attributes": dict(region.attributes),
                }
            )
            for region in state.regions
        ),
        relations=tuple(
            data.Relation(label=names[one.label_id], subject=one.subject, object=one.object)
            for one in sorted(state.relations)
        ),
        texts=state.texts,
        value=state.value,
    )


def with_attributes(given: Given, plan: Plan, *, extend: bool) -> tuple[Given, list[Change]]:
    """Return a statement whose attributes are as the labels define them, and what was left out.

    Args:
        given: a statement that fits its sample.
        plan: the definitions of the labels.
        extend: whether attributes that are not defined are from now on.
    """
    if extend:
        of_labels: dict[str | None, list[Attributes]] = defaultdict(list)
        for region in given.regions:
            if region.attributes:
                of_labels[region.label].append(region.attributes)
        for label, found in of_labels.items():
            plan.extend(label, found)
    num_left_out = 0
    regions = []
    for region in given.regions:
        if region.attributes:
            kept, num = plan.fitted(region.label, region.attributes)
            num_left_out += num
            region = region.model_copy(update={"attributes": kept})
        regions.append(region)
    return replace(given, regions=tuple(regions)), _changes({"attributes_left_out": num_left_out})


def _changes(nums: Mapping[str, int]) -> list[Change]:
    return [
        Change(code, _MESSAGES[code].format(num=num), {"num": num})
        for code, num in nums.items()
        if num
    ]


def storable(given: Given, changes: Counter[str]) -> Given:
    """Return a statement whose texts every database takes and whose region ids are short."""
    return replace(
        given,
        labels=tuple(storable_text(label) for label in given.labels),
        texts=tuple(storable_text(text) for text in given.texts),
        regions=tuple(
            region.model_copy(
                update={
                    "id": _key(region.id),
                    "label": None if region.label is None else storable_text(region.label),
                    "text": None if region.text is None else storable_text(region.text),
                    "points": tuple(
                        point.model_copy(update={"name": storable_text(point.name)})
                        for point in region.points
                    ),
                    "attributes": _storable_attributes(region, changes),
                }
            )
            for region in given.regions
        ),
        relations=tuple(
            one.model_copy(
                update={
                    "label": storable_text(one.label),
                    "subject": _key(one.subject),
                    "object": _key(one.object),
                }
            )
            for one in given.relations
        ),
    )


def _storable_attributes(region: data.Region, changes: Counter[str]) -> dict[str, Value]:
    kept, num_left_out = attributes.storable(region.attributes)
    changes["attributes_left_out"] += num_left_out
    return kept


def _key(text: str) -> str:
    """Return an id of a region, cut in a way that keeps it different from others."""
    if len(text) <= MAX_KEY and text.isprintable():
        return text
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return f"{storable_text(text)[:32]}-{digest[:16]}"


_MESSAGES = {
    "regions_boxed": "{num} outline(s) or mask(s) were taken in as boxes, which this task uses.",
    "regions_outlined": "{num} rectangle(s) or four-cornered region(s) were taken in as outlines, "
    "which this task uses.",
    "regions_clipped": "{num} region(s) reached beyond the sample; they were cut at its border.",
    "regions_outside": "{num} region(s) lie outside the sample and were left out.",
    "regions_without_label": "{num} region(s) have no label, which this task needs. They were "
    "left out.",
    "regions_of_other_kind": "{num} region(s) are of a shape that this task does not use. They "
    "were left out.",
    "regions_repeated": "{num} region(s) have the id of another one and were left out.",
    "regions_too_many": "{num} region(s) are more than a sample may have; they were left out.",
    "points_left_out": "{num} key point(s) lie outside the image, repeat a name or belong to a "
    "task that has none. They were left out.",
    "attributes_left_out": "{num} attribute(s) of regions have values that their definition does "
    "not take, or are too many or too long. They were left out.",
    "relations_left_out": "{num} relation(s) name regions that are not there and were left out.",
    "relations_unused": "{num} relation(s) were given, which this task does not use. They were "
    "left out.",
    "labels_left_out": "{num} label(s) are more than this dataset gives one sample. They were "
    "left out.",
    "texts_left_out": "{num} text(s) are more than this task gives one sample. They were left out.",
    "value_left_out": "A value was given, which this task does not use. It was left out.",
}


def _boxed(given: Given, fields: AnnotationCard, changes: Counter[str]) -> tuple[data.Region, ...]:
    """Return regions, outlines and masks as boxes where objects are marked by boxes."""
    if "box" not in fields.geometries or not fields.region_labels_required:
        return given.regions
    own = dict(given.boxes)
    return tuple(_as_box(region, own.get(region.id), fields, changes) for region in given.regions)


def _as_box(
    region: data.Region, own: Box | None, fields: AnnotationCard, changes: Counter[str]
) -> data.Region:
    geometry = region.geometry
    if geometry.kind in fields.geometries or not isinstance(geometry, Polygon | Mask):
        return region
    around = mask_box(geometry) if isinstance(geometry, Mask) else box_of(geometry)
    box = own or around
    if box is None:
        return region
    changes["regions_boxed"] += 1
    return region.model_copy(update={"geometry": box})


def _outlined(
    given: Given, fields: AnnotationCard, changes: Counter[str]
) -> tuple[data.Region, ...]:
    """Return regions, four corners as outlines where objects are marked by outlines.

    Boxes are taken so where they were drawn as shapes, or stand beside outlines: without them the
    sample would be annotated and lack objects. Boxes alone only say where objects are.
    """
    if "polygon" not in fields.geometries:
        return given.regions
    kinds = {region.geometry.kind for region in given.regions}
    taken = {"quad"} | (
        {"box"} if given.are_drawn or kinds & {"polygon", "mask", "quad"} else set()
    )
    taken -= fields.geometries
    regions = []
    for region in given.regions:
        geometry = region.geometry
        if geometry.kind in taken and isinstance(geometry, Box | Quad):
            ring = geometry.points if isinstance(geometry, Quad) else corners_of(geometry)
            changes["regions_outlined"] += 1
            region = region.model_copy(update={"geometry": Polygon(rings=(ring,))})
        regions.append(region)
    return tuple(regions)


def _fitting(
    regions: tuple[data.Region, ...], fields: AnnotationCard, extent: Extent, changes: Counter[str]
) -> Iterator[data.Region]:
    keys: set[str] = set()
    for region in regions:
        if region.geometry.kind not in fields.geometries:
            changes["regions_of_other_kind"] += 1
        elif region.label is None and fields.region_labels_required:
            changes["regions_without_label"] += 1
        elif region.id in keys:
            changes["regions_repeated"] += 1
        elif len(keys) == MAX_REGIONS:
            changes["regions_too_many"] += 1
        else:
            placed = _placed(region, extent, changes)
            if placed is not None:
                keys.add(region.id)
                points = _fitting_points(placed.points, fields, extent)
                changes["points_left_out"] += len(placed.points) - len(points)
                text = placed.text if fields.region_texts else None
                yield placed.model_copy(update={"text": text, "points": points})


def _fitting_points(
    points: tuple[KeyPoint, ...], fields: AnnotationCard, extent: Extent
) -> tuple[KeyPoint, ...]:
    """Return the points within the image, the first of each name."""
    if not fields.points:
        return ()
    kept: dict[str, KeyPoint] = {}
    for point in points:
        if len(kept) < MAX_POINTS and off_image([(point.x, point.y)], extent) is None:
            kept.setdefault(point.name, point)
    return tuple(kept.values())


def _placed(region: data.Region, extent: Extent, changes: Counter[str]) -> data.Region | None:
    """Return a region that lies within its sample, cut at its border if need be."""
    geometry = region.geometry.model_dump(mode="json")
    if outside(geometry, extent) is None:
        return region
    clipped = _clipped(geometry, extent)
    if clipped is None or outside(clipped, extent) is not None:
        changes["regions_outside"] += 1
        return None
    changes["regions_clipped"] += 1
    return data.Region.model_validate(
        {**region.model_dump(mode="json"), "geometry": clipped}, strict=False
    )


def _clipped(geometry: dict[str, Any], extent: Extent) -> dict[str, Any] | None:
    """Return a geometry cut at the border of its sample, ``None`` when nothing of it is left."""
    if geometry["kind"] == "segment":
        # Lengths that files name are rounded; a stretch that ends at the end may end beyond it.
        end = min(geometry["end_ms"], extent.duration_ms or 0)
        return {**geometry, "end_ms": end} if geometry["start_ms"] < end else None
    if extent.width is None or extent.height is None or geometry["kind"] in ("mask", "span"):
        return None
    width, height = extent.width, extent.height

    def inside(point: tuple[float, float]) -> tuple[float, float]:
        return min(max(point[0], 0.0), float(width)), min(max(point[1], 0.0), float(height))

    points = [inside(point) for point in corners(geometry)]
    if len({x for x, _ in points}) < 2 or len({y for _, y in points}) < 2:
        return None
    if "points" in geometry:
        return {**geometry, "points": points}
    if "rings" in geometry:
        rings = [[inside((x, y)) for x, y in ring] for ring in geometry["rings"]]
        return {**geometry, "rings": rings}
    (left, top), (right, bottom) = points
    return {
        **geometry,
        "left": left,
        "top": top,
        "width": right - left,
        "height": bottom - top,
    }
