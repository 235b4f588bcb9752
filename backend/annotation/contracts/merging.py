"""Two statements about one sample put together, and what of the second could not be taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from backend.annotation.contracts.kinds import MAX_KEY, MAX_POINTS, MAX_REGIONS
from backend.annotation.contracts.states import Region, Relation, State
from backend.annotation.region_matching import matched
from engine.catalog import ANNOTATIONS, AnnotationCard, AnnotationKind


@dataclass
class Merge:
    """What two statements say together, and what became of the annotations of the second.

    Each of these is new, is there already (``num_same``), or contradicts the first statement, which
    holds. ``num_new_regions`` are those of the new ones that are regions. ``num_details`` counts
    key points and attributes of regions that contradict, ``num_new_details`` those that are new.
    """

    state: State
    num_new: int = 0
    num_new_regions: int = 0
    num_same: int = 0
    num_contradicting: int = 0
    num_details: int = 0
    num_new_details: int = 0

    @property
    def is_same(self) -> bool:
        """Tell whether both say the same."""
        details = self.num_details + self.num_new_details
        return not (self.num_new or self.num_contradicting or details)


def num_annotations(state: State) -> int:
    """Return how many things a state says: labels, regions, relations, texts and a value."""
    parts = (state.labels, state.regions, state.relations, state.texts)
    return sum(map(len, parts)) + (state.value is not None)


def merged(first: State, second: State, kind: AnnotationKind, *, multi_label: bool) -> Merge:
    """Put two statements together; where they contradict, the first holds."""
    fields = ANNOTATIONS[kind]
    merge = Merge(first)
    _labels(merge, second, multi_label=multi_label)
    keys = _regions(merge, second)
    _relations(merge, second, keys)
    _texts(merge, second, fields)
    _value(merge, second)
    return merge


def _labels(merge: Merge, second: State, *, multi_label: bool) -> None:
    new = second.labels - merge.state.labels
    merge.num_same += len(second.labels) - len(new)
    if not multi_label and merge.state.labels:
        merge.num_contradicting += len(new)
        return
    merge.num_new += len(new)
    merge.state = replace(merge.state, labels=merge.state.labels | new)


def _regions(merge: Merge, second: State) -> dict[str, str]:
    """Return the key that each region of the second statement has in the merged one."""
    theirs = _with_own_tracks(merge.state.regions, second.regions)
    keys = matched(merge.state.regions, theirs)
    by_key = {region.key: region for region in merge.state.regions}
    in_frames = {_frame(region) for region in merge.state.regions} - {None}
    for region in theirs:
        if region.key in keys:
            merge.num_same += 1
            ours = by_key[keys[region.key]]
            by_key[ours.key] = _with_details(ours, region)
            after = by_key[ours.key]
            num_new = len(after.points) + len(after.attributes)
            merge.num_new_details += num_new - len(ours.points) - len(ours.attributes)
            merge.num_details += _num_contradicting(after, region)
        elif _frame(region) in in_frames or len(by_key) >= MAX_REGIONS:
            merge.num_contradicting += 1
        else:
            key = _free_key(region.key, by_key)
            by_key[key] = replace(region, key=key)
            keys[region.key] = key
            merge.num_new += 1
            merge.num_new_regions += 1
    merge.state = replace(merge.state, regions=tuple(by_key.values()))
    return keys


def _frame(region: Region) -> tuple[int, int] | None:
    """Return track and frame of a box in a frame: an object is once in each."""
    geometry = region.geometry
    if geometry["kind"] != "frame_box":
        return None
    return int(geometry["track"]), int(geometry["frame"])


def _with_own_tracks(ours: tuple[Region, ...], theirs: tuple[Region, ...]) -> tuple[Region, ...]:
    """Number the tracks of other regions as ours: those that share a box are one object."""
    ours_by_key = {region.key: region for region in ours if _frame(region) is not None}
    if not ours_by_key:
        return theirs
    theirs_by_key = {region.key: region for region in theirs}
    tracks: dict[int, int] = {}
    for key, own in matched(tuple(ours_by_key.values()), theirs, by_track=False).items():
        tracks.setdefault(_track(theirs_by_key[key]), _track(ours_by_key[own]))
    free = _free_tracks({_track(region) for region in ours_by_key.values()})
    for region in theirs:
        if _frame(region) is not None and _track(region) not in tracks:
            tracks[_track(region)] = next(free)
    return tuple(
        region
        if _frame(region) is None
        else replace(region, geometry={**region.geometry, "track": tracks[_track(region)]})
        for region in theirs
    )


def _track(region: Region) -> int:
    return int(region.geometry["track"])


def _free_tracks(taken: set[int]) -> Iterator[int]:
    number = max(taken, default=0)
    while True:
        number += 1
        yield number


def _with_details(ours: Region, other: Region) -> Region:
    """Return our region with the points and attributes that only the other has."""
    points = {point["name"]: point for point in ours.points}
    for point in other.points:
        if len(points) < MAX_POINTS:
            points.setdefault(point["name"], point)
    attributes = {**other.attributes, **ours.attributes}
    return replace(ours, points=tuple(points.values()), attributes=attributes)


def _num_contradicting(ours: Region, other: Region) -> int:
    """Return how many points and attributes of the other are otherwise here, or not here."""
    points = {point["name"]: point for point in ours.points}
    of_points = sum(not _is_same_point(points.get(one["name"]), one) for one in other.points)
    return of_points + sum(
        ours.attributes[name] != value for name, value in other.attributes.items()
    )


def _is_same_point(one: Mapping[str, Any] | None, other: Mapping[str, Any]) -> bool:
    if one is None:
        return False
    near = all(abs(one[axis] - other[axis]) <= 1 for axis in ("x", "y"))
    return near and one["is_visible"] == other["is_visible"]


def _free_key(key: str, taken: Mapping[str, Region]) -> str:
    number, free = 1, key
    while free in taken:
        number += 1
        ending = f"-{number}"
        free = key[: MAX_KEY - len(ending)] + ending
    return free


def _relations(merge: Merge, second: State, keys: Mapping[str, str]) -> None:
    for one in sorted(second.relations):
        if one.subject not in keys or one.object not in keys:
            merge.num_contradicting += 1
            continue
        own = Relation(one.label_id, keys[one.subject], keys[one.object])
        if own in merge.state.relations:
            merge.num_same += 1
        else:
            merge.num_new += 1
            merge.state = replace(merge.state, relations=merge.state.relations | {own})


def _texts(merge: Merge, second: State, fields: AnnotationCard) -> None:
    texts = list(merge.state.texts)
    left = list(texts)
    for text in second.texts:
        if text in left:
            left.remove(text)
            merge.num_same += 1
        elif len(texts) < fields.max_texts:
            texts.append(text)
            merge.num_new += 1
        else:
            merge.num_contradicting += 1
    merge.state = replace(merge.state, texts=tuple(texts))


def _value(merge: Merge, second: State) -> None:
    if second.value is None:
        return
    if merge.state.value is None:
        merge.num_new += 1
        merge.state = replace(merge.state, value=second.value)
    elif merge.state.value == second.value:
        merge.num_same += 1
    else:
        merge.num_contradicting += 1
