"""Which class the folders around a sample name; where that is a guess, the reader says it once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.formats.layout import Item, Problem
from engine.formats.reading.paths import split_of
from engine.formats.tables.label_cells import NONE, UNLABELLED

# Folders of a class that are called after what they hold, as in ``n01443537/images/1.jpg``.
_KINDS = frozenset({"images", "image", "img", "imgs", "jpegimages"})


class ClassFolders:
    """The folders of samples, and how often their class was guessed and why."""

    def __init__(self, names: Sequence[str]) -> None:
        self._depth = wrapping_folders(names)
        tops = _tops(names, self._depth)
        nested = {
            name.split("/")[self._depth] for name in names if name.count("/") > self._depth + 1
        }
        splits = {split_of(top) for top in tops} - {None}
        self._only_splits = bool(tops) and all(split_of(top) for top in tops)
        # One class may be called 'train'; several splits beside classes are splits.
        self._are_splits = self._only_splits or len(splits) > 1
        self._with_splits = any(split_of(top) for top in nested)
        self._num: Counter[str] = Counter()
        self._first: dict[str, tuple[str, str]] = {}

    def item(self, name: str) -> Item:
        """Return a sample by its path."""
        folders = name.split("/")[self._depth : -1]
        if self._depth and not folders:
            self._note("beside_class_folders", name, name.split("/")[self._depth - 1])
        is_split = bool(folders) and (len(folders) > 1 or self._are_splits)
        split = split_of(folders[0]) if is_split else None
        if split is not None:
            if len(folders) == 1 and self._with_splits:
                self._note("beside_class_folders", name, folders[0])
            folders = folders[1:]
        elif len(folders) == 1 and split_of(folders[0]):
            self._note("class_like_split", name, folders[0])
        # Beside folders of splits, another one around a folder of a class is meant as one.
        is_other = split is None and self._with_splits and len(folders) > 1
        unknown = folders[0] if is_other else ""
        folders = folders[1:] if is_other else folders
        if len(folders) > 1 and folders[-1].lower() in _KINDS:
            self._note("class_around_folder", name, folders[-1])
            folders = folders[:-1]
        label = folders[-1].strip() if folders else ""
        if len(folders) > 1 and label not in (UNLABELLED, NONE):
            self._note("class_folders_nested", name, "/".join(folders[:-1]), label)
        labels = () if label in ("", UNLABELLED, NONE) else (label,)
        return Item(
            place=name,
            name=name,
            file=name,
            labels=labels,
            is_annotated=bool(labels) or label == NONE,
            split=split,
            unknown_split=unknown,
        )

    def guesses(self) -> Iterator[Problem]:
        """Yield a problem for each kind of guess, with the first folder that needed it."""
        for code, num in self._num.items():
            place, folder = self._first[code]
            text = _MESSAGES[code].format(num=num, folder=folder)
            yield Problem(code, place, text, {"num": num, "folder": folder})

    def _note(self, code: str, name: str, folder: str, label: str = "") -> None:
        self._num[code] += 1
        self._first.setdefault(code, (name, f"{folder}/{label}" if label else folder))


def wrapping_folders(names: Sequence[str]) -> int:
    """Count the folders at the top that hold all else and are neither split nor class.

    A single folder with samples of its own is a class, unless folders of classes lie in it.
    """
    depth = 0
    while names:
        tops, below = _tops(names, depth), _tops(names, depth + 1)
        shallowest = min(name.count("/") for name in names)
        is_class = not below or (shallowest == depth + 1 and len(below) < 2)
        # Samples beside the one folder are wrapped by nothing.
        if shallowest <= depth or len(tops) != 1 or is_class or split_of(next(iter(tops))):
            break
        depth += 1
    return depth


def _tops(names: Sequence[str], depth: int) -> set[str]:
    """Return the folders at a depth."""
    return {name.split("/")[depth] for name in names if name.count("/") > depth}


_MESSAGES = {
    "beside_class_folders": "{num} sample(s) lie in '{folder}' itself, beside the folders of the "
    "classes; they have no label. Move them into the folder of their class.",
    "class_like_split": "{num} sample(s) lie in '{folder}', which is called like a split but lies "
    "beside folders of classes; it is taken for a class.",
    "class_around_folder": "{num} sample(s) lie in folders called '{folder}' or the like; their "
    "class is the folder around it.",
    "class_folders_nested": "{num} sample(s) lie in folders within folders, such as '{folder}'; "
    "their class is the innermost one. Move them up where the outer one is meant.",
}
