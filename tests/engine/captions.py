"""Small images with sentences about them: stripes of a colour, and grocery photos by number."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from tests.engine.images import LABELS, stripes

COLOURS = {"red": (1.0, 0.2, 0.2), "green": (0.2, 1.0, 0.2), "blue": (0.2, 0.2, 1.0)}
_SENTENCES = ("{colour} stripes that run {label}", "an image of stripes: {label}, {colour}")


def write_captioned_stripes(root: Path, per_kind: int, size: int = 16) -> Path:
    """Write images of nine kinds with two captions each, in the format ``captions``."""
    rows = []
    (root / "images").mkdir(parents=True)
    for label in LABELS:
        for colour, tint in COLOURS.items():
            for seed in range(per_kind):
                pixels = (stripes(label, seed, size) * np.array(tint)).astype(np.uint8)
                file = f"images/{label}-{colour}-{seed:03}.png"
                Image.fromarray(pixels).save(root / file)
                split = ("train", "train", "train", "validation", "test")[seed % 5]
                rows += [
                    (file, one.format(colour=colour, label=label), split) for one in _SENTENCES
                ]
    write_captions(root, rows)
    return root


def write_captions(root: Path, rows: Sequence[tuple[str, str, str]]) -> None:
    """Write ``captions.csv``: file, caption and split."""
    with (root / "captions.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("file", "caption", "split"))
        table.writerows(rows)


_NUMBERS = ("one", "two", "three")
_TEMPLATES = (
    "{number} {colour} {name}",
    "a photo of {name}, {number} of it",
    "{name} in a shop, {colour}",
)


def write_captioned_groceries(
    groceries: Path, root: Path, colours: dict[str, str], *, repeats: int, side: int = 96
) -> Path:
    """Write montages of one to three grocery photos of one class, with generated captions.

    Train and validation come from different photos of ``train``, the test split from ``test``.

    Args:
        groceries: the folder with ``train`` and ``test``.
        root: where to write.
        colours: of each class; the classes that are used.
        repeats: montages of each photo of the training part.
        side: height of a montage in pixels.
    """
    (root / "images").mkdir(parents=True)
    random = np.random.default_rng(0)
    rows = []
    for part, times in (("train", repeats), ("test", 1)):
        for name, colour in colours.items():
            photos = sorted((groceries / part / name).glob("*.jpg"))
            for place, count in enumerate(_counts(len(photos) * times)):
                first = place % len(photos)
                alike = [n for n in range(len(photos)) if (n % 8 == 7) == (first % 8 == 7)]
                others = random.choice(alike, count - 1)
                chosen = [photos[first], *(photos[other] for other in others)]
                file = f"images/{part}-{name}-{place:04}.jpg"
                _montage(chosen, side).save(root / file, quality=90)
                held_out = "validation" if first % 8 == 7 else "train"
                split = "test" if part == "test" else held_out
                words = {"number": _NUMBERS[count - 1], "colour": colour, "name": _spoken(name)}
                rows += [(file, one.format(**words), split) for one in _TEMPLATES]
    write_captions(root, rows)
    return root


def _counts(total: int) -> Iterator[int]:
    return (1 + number % 3 for number in range(total))


def _spoken(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").lower()


def _montage(photos: Sequence[Path], side: int) -> Image.Image:
    """Return photos side by side on white, each as large as the image leaves room for."""
    canvas = Image.new("RGB", (side, side), "white")
    width = side // len(photos)
    for place, path in enumerate(photos):
        with Image.open(path) as photo:
            small = photo.convert("RGB").resize((width, width))
        canvas.paste(small, (place * width, (side - width) // 2))
    return canvas
