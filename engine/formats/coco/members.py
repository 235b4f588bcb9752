"""Members of COCO's entries beside those that it defines: what becomes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.formats.findings import fields_unread
from engine.formats.layout import Problem
from engine.specs.data import CROWD

# Flags that some tools write beside the attributes.
_FLAGS = ("occluded", "truncated", "difficult")
_KNOWN = {
    "images": frozenset({"id", "file_name", "width", "height"}),
    "categories": frozenset({"id", "name", "keypoints", "skeleton"}),
    "annotations": frozenset(
        {
            "id",
            "image_id",
            "category_id",
            "bbox",
            "area",
            "iscrowd",
            "segmentation",
            "keypoints",
            "num_keypoints",
            "attributes",
            "shape",
            *_FLAGS,
        }
    ),
}
_MAX_NAME, _MAX_NAMES = 64, 1000


class OtherMembers:
    """Counts the members of entries that nothing is taken from."""

    def __init__(self) -> None:
        self._found: dict[str, Counter[str]] = {key: Counter() for key in _KNOWN}

    def count(self, key: str, value: dict[str, Any]) -> None:
        """Take an entry of a list; members that say nothing are not counted."""
        found = self._found[key]
        for name in value.keys() - _KNOWN[key]:
            given = value[name]
            is_kept = key == "annotations" and not isinstance(given, list | dict)
            if not given or is_kept or _says_nothing(key, name, value):
                continue
            if len(found) < _MAX_NAMES or name in found:
                found[str(name)[:_MAX_NAME]] += 1

    def problems(self, file: str) -> Iterator[Problem]:
        """Yield the problem of each list that has such members."""
        for key, found in self._found.items():
            yield from fields_unread(f"{file}:{key}", found)


def attributes_of(value: dict[str, Any]) -> object:
    """Return the attributes of an annotation, with what tools write beside them."""
    given = value.get("attributes")
    beside = {
        name: one
        for name, one in value.items()
        if name not in _KNOWN["annotations"]
        and not isinstance(one, list | dict)
        and not (name == "ignore" and not one)
    }
    beside |= {name: bool(value[name]) for name in _FLAGS if value.get(name) in (0, 1)}
    beside |= {CROWD: True} if value.get("iscrowd") else {}
    return {**beside, **given} if isinstance(given, dict) else given or beside


def _says_nothing(key: str, name: str, value: dict[str, Any]) -> bool:
    """Tell a class above that is none, or only the class itself."""
    is_above = key == "categories" and name == "supercategory"
    return is_above and value[name] in ("none", value.get("name"))
