"""What each kind of annotation may hold, and whether a state fits its kind and its sample."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from backend.annotation.contracts.attributes import Definitions, check_attributes
from backend.annotation.contracts.states import Region, State
from backend.annotation.extents import Extent, off_image, outside
from backend.api.errors import Invalid
from engine.catalog import ANNOTATIONS, AnnotationCard, AnnotationKind

MAX_KEY = 64
MAX_REGIONS = 20_000
MAX_RELATIONS = 20_000
MAX_POINTS = 1_000


def may_be_negative(kind: AnnotationKind, *, multi_label: bool) -> bool:
    """Tell whether a sample can show nothing: no object, or none of the labels."""
    fields = ANNOTATIONS[kind]
    return fields.may_be_negative or (fields.labels and multi_label)


def statement(
    state: State, kind: AnnotationKind, *, multi_label: bool, is_negative: bool
) -> State | None:
    """Return what a state says: an empty one is "not annotated" unless it is meant.

    Raises:
        Invalid: when something is annotated where nothing should be, or the kind of annotation
            has no negatives.
    """
    if not is_negative:
        return None if state.is_empty else state
    if not state.is_empty:
        raise Invalid(
            "The sample is marked as showing nothing, and annotations are given. Leave out either.",
            code="negative_with_annotations",
        )
    if not may_be_negative(kind, multi_label=multi_label):
        raise Invalid(
            f"Samples that are annotated by {kind.value} always show something. Leave is_negative "
            "out.",
            code="negative_unused",
            annotation=kind.value,
        )
    return state


def check_state(
    state: State,
    kind: AnnotationKind,
    *,
    extent: Extent,
    known_labels: Collection[UUID],
    attributes: Definitions,
    multi_label: bool,
) -> None:
    """Refuse a state that its kind of annotation or its sample cannot have.

    Raises:
        Invalid: naming the part that does not fit.
    """
    fields = ANNOTATIONS[kind]
    _check_parts(state, fields, extent)
    check_labels(state.used_labels, known_labels)
    if len(state.labels) > 1 and not multi_label:
        raise too_many_labels(len(state.labels))
    _check_regions(state, fields, extent)
    for region in state.regions:
        if region.attributes:
            known = attributes.get(region.label_id, ())
            check_attributes(region.key, region.attributes, known)
    _check_relations(state)


def check_labels(used: Collection[UUID], known: Collection[UUID]) -> None:
    """Refuse labels that the dataset does not have.

    Raises:
        Invalid: ``label_unknown``.
    """
    if unknown := set(used) - set(known):
        raise Invalid(
            "The dataset has no such label; perhaps somebody deleted it. Load the labels again.",
            code="label_unknown",
            label_id=str(min(unknown)),
        )


def too_many_labels(num: int) -> Invalid:
    """Return the refusal of several labels in single-label data."""
    return Invalid(
        f"{num} labels were given; each sample of this dataset has one at most. Choose one.",
        code="one_label_only",
        num=num,
    )


def unused(part: str, kind: AnnotationKind) -> Invalid:
    """Return the refusal of a part that the kind of annotation does not use."""
    return Invalid(
        f"Samples of this dataset are annotated by {kind.value}, which have no {part}. "
        f"Leave {part} out.",
        code="annotation_part_unused",
        part=part,
        annotation=kind.value,
    )


def _check_parts(state: State, fields: AnnotationCard, extent: Extent) -> None:
    # Only what has a length in time has stretches of it.
    drawable = fields.geometries - ({"segment"} if extent.duration_ms is None else set())
    given = {
        "labels": bool(state.labels) and not fields.labels,
        "regions": bool(state.regions) and not drawable,
        "relations": bool(state.relations) and not fields.relations,
        "texts": bool(state.texts) and not fields.max_texts,
        "value": state.value is not None and not fields.value,
    }
    for part, is_unused in given.items():
        if is_unused:
            raise unused(part, fields.kind)
    if len(state.texts) > fields.max_texts:
        raise Invalid(
            f"{len(state.texts)} texts were given; a sample has at most {fields.max_texts}. "
            "Leave some out.",
            code="too_many_texts",
            num=len(state.texts),
            maximum=fields.max_texts,
        )


def _check_regions(state: State, fields: AnnotationCard, extent: Extent) -> None:
    keys: set[str] = set()
    for region in state.regions:
        place = {"region": region.key}
        if region.key in keys:
            raise Invalid(
                f"Two regions are called '{region.key}'. Give each an id of its own.",
                code="region_repeated",
                **place,
            )
        keys.add(region.key)
        geometry = str(region.geometry["kind"])
        if geometry not in fields.geometries:
            expected = ", ".join(sorted(fields.geometries))
            raise Invalid(
                f"Region '{region.key}' is a {geometry}; {fields.kind.value} are made of: "
                f"{expected}.",
                code="geometry_kind",
                geometry=geometry,
                expected=expected,
                **place,
            )
        if region.label_id is None and fields.region_labels_required:
            raise Invalid(
                f"Region '{region.key}' has no label. Choose one.",
                code="region_label_missing",
                **place,
            )
        if region.text is not None and not fields.region_texts:
            raise unused("region texts", fields.kind)
        if region.points and not fields.points:
            raise unused("key points", fields.kind)
        _check_points(region, extent)
        if reason := outside(region.geometry, extent):
            raise Invalid(
                f"Region '{region.key}' {reason.message}",
                code=reason.code,
                **place,
                **reason.params,
            )


def _check_points(region: Region, extent: Extent) -> None:
    names: set[str] = set()
    for point in region.points:
        if point["name"] in names:
            raise Invalid(
                f"Region '{region.key}' has two key points called '{point['name']}'. Give each a "
                "name of its own.",
                code="point_repeated",
                region=region.key,
                point=point["name"],
            )
        names.add(point["name"])
        if reason := off_image([(point["x"], point["y"])], extent):
            raise Invalid(
                f"Key point '{point['name']}' of region '{region.key}' {reason.message}",
                code=reason.code,
                region=region.key,
                **reason.params,
            )


def _check_relations(state: State) -> None:
    keys = {region.key for region in state.regions}
    for relation in state.relations:
        for end in (relation.subject, relation.object):
            if end not in keys:
                raise Invalid(
                    f"A relation names the region '{end}', which is not among the regions. Draw "
                    "the region, or remove the relation.",
                    code="relation_end_unknown",
                    region=end,
                )
