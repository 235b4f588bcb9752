"""Pictures, recordings and films of a tree, and which of them an annotation means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import PurePosixPath

from engine.formats.layout import FileTree

PICTURES = frozenset(
    (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".gif", ".ppm", ".pgm")
)
SOUNDS = frozenset(
    (".wav", ".mp3", ".m4a", ".flac", ".ogg", ".opus", ".aac", ".wma", ".amr", ".aiff", ".aif")
)
FILMS = frozenset(
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


def has_suffix(name: str, suffixes: frozenset[str]) -> bool:
    """Tell a file of some kind by its suffix."""
    return PurePosixPath(name).suffix.lower() in suffixes


class MediaIndex:
    """The media of a tree, found by path, by the end of a path, or by name without suffix."""

    def __init__(self, tree: FileTree, *, suffixes: frozenset[str] = PICTURES) -> None:
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

    def find(self, given: str, *, beside: str = "") -> str | None:
        """Return the file that an annotation calls ``given``.

        Args:
            given: a path or name as written, perhaps of another machine, perhaps without suffix.
            beside: the file that says so; of several matches the nearest to it is meant.
        """
        wanted = given.replace("\\", "/").removeprefix("./")
        for exact in (str(PurePosixPath(beside).parent / wanted), wanted):
            if exact in self._known:
                return self._use(exact)
        path = PurePosixPath(wanted)
        found = self._by_name.get(path.name.lower())
        if found is None and path.suffix.lower() not in self._suffixes:
            found = self._by_stem.get(path.name.lower())
        if not found:
            return None
        if len(found) == 1:
            return self._use(found[0])
        return self._use(max(found, key=lambda name: (_nearness(name, wanted, beside), name)))

    def find_stem(self, given: str, *, beside: str = "") -> str | None:
        """Return the file whose name without suffix is that of ``given``."""
        found = self._by_stem.get(PurePosixPath(given).stem.lower())
        if not found:
            return None
        return self._use(max(found, key=lambda name: (_nearness(name, given, beside), name)))

    def unused(self) -> Iterator[str]:
        """Yield the files that nothing has asked for."""
        yield from (name for name in self.names if name not in self._used)

    def _use(self, name: str) -> str:
        self._used.add(name)
        return name


def _nearness(name: str, wanted: str, beside: str) -> tuple[int, int]:
    """Count the folders that a picture shares with what was written, and with the writer."""
    own = PurePosixPath(name).parts[:-1]
    asked = PurePosixPath(wanted).parts[:-1]
    place = PurePosixPath(beside).parts[:-1]
    end = _common(own[::-1], asked[::-1])
    return end, _common(own, place)


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    num = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        num += 1
    return num
