"""Pictures of a tree: which files they are, how large, and which one an annotation means."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator
from pathlib import PurePosixPath

from engine.formats.layout import FileTree, Item, Problem

SUFFIXES = frozenset(
    (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".gif", ".ppm", ".pgm")
)
_ORIENTATION_TAG = 0x0112
_TURNED = frozenset((5, 6, 7, 8))


class PictureIndex:
    """The pictures of a tree, found by path, by the end of a path, or by name without suffix."""

    def __init__(self, tree: FileTree, *, suffixes: frozenset[str] = SUFFIXES) -> None:
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
        """Return the picture that an annotation calls ``given``.

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
        if found is None and path.suffix.lower() not in SUFFIXES:
            found = self._by_stem.get(path.name.lower())
        if not found:
            return None
        return self._use(max(found, key=lambda name: (_nearness(name, wanted, beside), name)))

    def find_stem(self, given: str, *, beside: str = "") -> str | None:
        """Return the picture whose name without suffix is that of ``given``."""
        found = self._by_stem.get(PurePosixPath(given).stem.lower())
        if not found:
            return None
        return self._use(max(found, key=lambda name: (_nearness(name, given, beside), name)))

    def unused(self) -> Iterator[str]:
        """Yield the pictures that nothing has asked for."""
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


def bare_pictures(index: PictureIndex) -> Iterator[Item]:
    """Yield the pictures that no annotation speaks of."""
    for name in index.unused():
        yield Item(place=name, name=name, file=name, is_annotated=False)


def picture_size(tree: FileTree, name: str) -> tuple[int, int] | Problem:
    """Return width and height of an upright picture from its header, or why it has none."""
    from PIL import Image, UnidentifiedImageError

    try:
        with tree.open(name) as file, Image.open(file) as image:
            width, height = image.size
            # Pillow would decode a whole PNG to look for an orientation behind its pixels.
            has_tags = image.format != "PNG" or "exif" in image.info
            turned = has_tags and image.getexif().get(_ORIENTATION_TAG) in _TURNED
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, struct.error) as error:
        return unreadable_picture(name, error)
    except Image.DecompressionBombError as error:
        return unreadable_picture(name, error)
    return (height, width) if turned else (width, height)


def unreadable_picture(name: str, error: Exception) -> Problem:
    """Return the problem of a picture that cannot be opened."""
    return Problem(
        "picture_unreadable",
        name,
        f"This is not a picture that can be read ({type(error).__name__}); it is left out. Replace "
        "it or remove it.",
        {},
    )
