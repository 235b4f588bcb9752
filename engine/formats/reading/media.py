"""Images, recordings and videos of a tree, and which of them an annotation means."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from engine.formats.findings import ambiguous_sample, missing_sample
from engine.formats.layout import FileTree, Problem
from engine.formats.reading.paths import split_of, split_of_path

IMAGES = frozenset(
    (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".gif", ".ppm", ".pgm")
)
RECORDINGS = frozenset(
    (".wav", ".mp3", ".m4a", ".flac", ".ogg", ".opus", ".aac", ".wma", ".amr", ".aiff", ".aif")
)
VIDEOS = frozenset(
    (
        ".mp4",
        ".avi",
        ".mov",
        ".mkv",
        ".webm",
        ".m4v",
        ".mpg",
        ".mpeg",
        ".wmv",
        ".flv",
        ".3gp",
        ".frames",
    )
)


_SIGNS = re.compile(r"[\W_]+")


def has_suffix(name: str, suffixes: frozenset[str]) -> bool:
    """Tell a file of some kind by its suffix."""
    return PurePosixPath(name).suffix.lower() in suffixes


# Folders that layouts keep their images in, beside those of masks and annotations.
IMAGE_FOLDERS = ("images", "jpegimages", "image", "imgs", "img", "img_dir")


class MediaIndex:
    """The media of a tree, found by path, by the end of a path, or by name without suffix."""

    def __init__(self, tree: FileTree, *, suffixes: frozenset[str] = IMAGES) -> None:
        self._suffixes = suffixes
        self.names = [n for n in tree.names() if PurePosixPath(n).suffix.lower() in suffixes]
        self._known = set(self.names)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_stem: dict[str, list[str]] = defaultdict(list)
        self._used: set[str] = set()
        for name in self.names:
            path = PurePosixPath(name)
            self._by_name[path.name.lower()].append(name)
            self._by_stem[path.stem.lower()].append(name)

    def locate(
        self, given: str, *, beside: str = "", folders: Sequence[str] = (), by_stem: bool = False
    ) -> str | Problem:
        """Return the file that an annotation means, or why there is none to be sure of.

        Whoever takes it says so by ``claim``.

        Args:
            given: a path or name as written, perhaps of another machine, perhaps without suffix.
            beside: the file that says so; of several matches the nearest to it is meant.
            folders: where the layout has it, the first choice first; these go before nearness.
            by_stem: whether the suffix of ``given`` means nothing.
        """
        # Trees give their names so; macOS writes others into annotations.
        wanted = unicodedata.normalize("NFC", given).replace("\\", "/").removeprefix("./")
        own = str(PurePosixPath(beside).parent)
        if not by_stem:
            for exact in (*(_joined(folder, wanted) for folder in (*folders, own)), wanted):
                if exact in self._known:
                    return exact
        found = self._candidates(wanted, by_stem=by_stem)
        for folder in folders:
            there = [name for name in found if _folder_of(name) == folder.strip("/").lower()]
            if there:
                found = there
                break
        if not found:
            return missing_sample(beside or given, given)
        ranks = {name: _nearness(name, wanted, beside) for name in found}
        best = max(ranks.values())
        nearest = [name for name in found if ranks[name] == best]
        if len(nearest) > 1:
            return ambiguous_sample(beside or given, given, nearest)
        return nearest[0]

    def find(self, given: str, *, beside: str = "") -> str | None:
        """Return the file that an annotation calls ``given``, ``None`` where that is not sure."""
        return self._claimed(self.locate(given, beside=beside))

    def find_stem(self, given: str, *, beside: str = "") -> str | None:
        """Return the file whose name without suffix is that of ``given``, if it is the only one."""
        return self._claimed(self.locate(given, beside=beside, by_stem=True))

    def claim(self, name: str) -> bool:
        """Note that something is said of a file; tell whether it is the first to be."""
        is_first = name not in self._used
        self._used.add(name)
        return is_first

    def unused(self) -> Iterator[str]:
        """Yield the files that nothing is said of."""
        yield from (name for name in self.names if name not in self._used)

    def _candidates(self, wanted: str, *, by_stem: bool) -> list[str]:
        path = PurePosixPath(wanted)
        if by_stem:
            return self._by_stem.get(path.stem.lower(), [])
        found = self._by_name.get(path.name.lower(), [])
        if not found and path.suffix.lower() not in self._suffixes:
            return self._by_stem.get(path.name.lower(), [])
        return found

    def _claimed(self, found: str | Problem) -> str | None:
        if isinstance(found, Problem):
            return None
        self.claim(found)
        return found


def _joined(folder: str, name: str) -> str:
    return str(PurePosixPath(folder) / name)


def _folder_of(name: str) -> str:
    folder = str(PurePosixPath(name).parent).lower()
    return "" if folder == "." else folder


def _nearness(name: str, wanted: str, beside: str) -> tuple[int, bool, bool, int, bool, int]:
    """Weigh a candidate: folders as written, the one that the file of annotations is called after,
    the same split, folders shared, one for images.

    Of candidates that are alike in all of these, the one in the fewest folders is the nearest.
    """
    own = PurePosixPath(name).parts[:-1]
    asked = PurePosixPath(wanted).parts[:-1]
    place = PurePosixPath(beside).parts[:-1]
    end = _common(own[::-1], asked[::-1])
    # As COCO has it: "instances_train2017.json" speaks of what lies in "train2017".
    stem = _words(PurePosixPath(beside).stem)
    is_named = any(_words(folder) in stem for folder in own)
    split = split_of_path(beside) if beside else None
    is_same = split is not None and split in {split_of(folder) for folder in own}
    is_usual = any(folder.lower() in IMAGE_FOLDERS for folder in own)
    return end, is_named, is_same, _common(own, place), is_usual, -len(own)


def _words(name: str) -> str:
    """Return the words of a name, each between underlines."""
    return f"_{_SIGNS.sub('_', name.lower()).strip('_')}_"


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    num = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        num += 1
    return num
