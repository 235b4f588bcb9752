"""Ids of COCO that stand for several images or categories: what has them is of nobody knows which.

Programs that look ids up in a dictionary take the last one, and draw boxes on the wrong image.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.formats.layout import Param, Problem

_MAX_NAMED, _MAX_SHOWN = 3, 100


class RepeatedIds:
    """Gathers the ids of one list that stand for several names, and what is left out for them."""

    def __init__(self) -> None:
        self._names: dict[object, list[str]] = {}
        self._num_left_out: Counter[object] = Counter()

    def __contains__(self, key: object) -> bool:
        return key in self._names

    def add(self, key: object, first: str, other: str) -> None:
        """Take an id that stands for a second name."""
        names = self._names.setdefault(key, [first])
        if other not in names:
            names.append(other)

    def leave_out(self, key: object, num: int = 1) -> None:
        """Count annotations that are left out, since they name such an id."""
        self._num_left_out[key] += num

    def image_problems(self, file: str) -> Iterator[Problem]:
        """Yield the problem of each id of images."""
        for key, names in self._names.items():
            num, shown = self._num_left_out[key], _shown(names)
            text = (
                f"The id {_id(key)} stands for {len(names)} images ({shown}), so nobody can tell "
                f"whose its {num} annotations are; they are left out, and these images come in "
                "unlabelled. Give every image an id of its own."
            )
            params: dict[str, Param] = {"id": _id(key), "files": shown, "num": num}
            yield Problem("image_id_repeated", f"{file}:images", text, params, num)

    def category_problems(self, file: str) -> Iterator[Problem]:
        """Yield the problem of each id of categories."""
        for key, names in self._names.items():
            num, shown = self._num_left_out[key], _shown(names)
            text = (
                f"The id {_id(key)} stands for {len(names)} categories ({shown}), so nobody can "
                f"tell the class of its {num} annotations; they are left out. Give every category "
                "an id of its own."
            )
            params: dict[str, Param] = {"id": _id(key), "labels": shown, "num": num}
            yield Problem("category_id_repeated", f"{file}:categories", text, params, num)


def list_repeated(file: str, key: str) -> Problem:
    """Return the problem of a list that stands in a file twice, of which others read the last."""
    text = (
        f"The file has a second list '{key}'. Both are read; other programs read the last one "
        "alone. Put them together."
    )
    return Problem("list_repeated", f"{file}:{key}", text, {"list": key})


def _id(key: object) -> str:
    return str(key)[:_MAX_SHOWN]


def _shown(names: list[str]) -> str:
    return ", ".join(names[:_MAX_NAMED])[:_MAX_SHOWN]
