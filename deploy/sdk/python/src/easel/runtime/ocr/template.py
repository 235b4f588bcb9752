"""Templates of forms: their anchors and fields, and where they lie in an image of one."""

# N lines, A anchors, P pieces of anchors

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from easel.errors import PackageError
from easel.runtime.ctc import Reading
from easel.runtime.image.geometry import Pixels
from easel.runtime.inputs import ReadFile
from easel.runtime.ocr.alignment import Match as AnchorMatch
from easel.runtime.ocr.alignment import Matrix, Points, align, apply, fit
from easel.runtime.ocr.searching import correlate, find_word
from easel.runtime.ocr.straighten import cut_out, mean_sides

LEAST_SIMILARITY = 0.6
"""Of a text and an anchor's, below which the one is not taken for the other."""
LEAST_CORRELATION = 0.5
"""Of a piece of an anchor and the image, below which it is not seen there."""
_PATCH_HEIGHT = 24
_PIECE_LENGTH = 3.0
_TOLERANCE = 0.03


@dataclass(frozen=True)
class Anchor:
    """A printed word that every copy of the form has.

    Attributes:
        text: what it says.
        corners: (4, 2) in the template, clockwise from where the text begins.
    """

    text: str
    corners: Points

    @property
    def ends(self) -> Points:
        """Return the left and right end of the middle line, (2, 2)."""
        return _between(self.corners, 0.0, 1.0)


@dataclass(frozen=True)
class Field:
    """A place whose text differs from copy to copy.

    Attributes:
        name: of the field.
        corners: (4, 2) in the template.
        characters: that may stand there, ``None`` for all.
    """

    name: str
    corners: Points
    characters: str | None = None


class Piece(NamedTuple):
    """A part of an anchor as it looks: (h, w) grey in 0..1, and its corners in the template."""

    image: NDArray[np.float32]
    corners: Points


class Placed(NamedTuple):
    """Where a template lies in an image.

    Attributes:
        matrix: (3, 3) homography from template to image.
        score: share of the anchors that are seen there.
    """

    matrix: Matrix
    score: float


class Template:
    """One template: its size in pixels, anchors, fields, and the image of its anchors."""

    def __init__(
        self,
        size: tuple[int, int],
        anchors: Sequence[Anchor],
        fields: Sequence[Field],
        image: Pixels,
    ) -> None:
        self.size = size
        self.anchors = tuple(anchors)
        self.fields = tuple(fields)
        self._pieces = [list(_pieces(anchor.corners, image)) for anchor in self.anchors]

    def place(
        self, pixels: Pixels, regions: Sequence[Points], readings: Sequence[Reading]
    ) -> Placed | None:
        """Find the template in an image, ``None`` when hardly any of its anchors are there.

        First the words that were read give a similarity; then every piece of an anchor is looked
        for around where that puts it, twice, and gives a map of more freedom.

        Args:
            pixels: (H, W, 3) uint8.
            regions: N lines that were found, (4, 2) each.
            readings: what they say.
        """
        found = align(
            list(self._matches(regions, readings)), _TOLERANCE * float(np.hypot(*self.size))
        )
        if found is None:
            return None
        matrix, score = found.matrix, 0.0
        for reach in (0.8, 0.35):
            matrix, score = self._refined(matrix, pixels, reach)
        return Placed(matrix, score) if score > 0 else None

    def _matches(
        self, regions: Sequence[Points], readings: Sequence[Reading]
    ) -> Iterator[AnchorMatch]:
        for corners, reading in zip(regions, readings):
            for number, anchor in enumerate(self.anchors):
                part = find_word(anchor.text, reading.text)
                if part is None or part.similarity < LEAST_SIMILARITY:
                    continue
                starts, ends = _edges(reading)
                target = _between(corners, starts[part.start], ends[part.end - 1])
                yield AnchorMatch(number, anchor.ends, target, part.similarity)

    def _refined(self, matrix: Matrix, pixels: Pixels, reach: float) -> tuple[Matrix, float]:
        """Look for each piece within ``reach`` of its height, and fit the map to those seen."""
        sources, targets, seen = [], [], 0
        for pieces in self._pieces:
            is_seen = False
            for piece in pieces:
                found = _sight(piece, matrix, pixels, reach)
                if found is not None:
                    sources.append(piece.corners.mean(axis=0))
                    targets.append(found)
                    is_seen = True
            seen += is_seen
        if seen < 2:
            return matrix, 0.0
        height = float(np.mean([mean_sides(anchor.corners)[1] for anchor in self.anchors]))
        scale = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
        fitted = fit(np.array(sources), np.array(targets), 0.1 * height * scale)
        return fitted, seen / len(self.anchors)


def _sight(piece: Piece, matrix: Matrix, pixels: Pixels, reach: float) -> Points | None:
    """Return where in the image the middle of a piece is seen, ``None`` when it is not."""
    height, width = piece.image.shape
    margin = max(2, round(reach * height))
    unit = mean_sides(piece.corners)[1] / height
    right, down = _axes(piece.corners)
    grown = piece.corners + margin * unit * np.stack(
        [-right - down, right - down, right + down, down - right]
    )
    corners = apply(matrix, grown)
    extent = np.array([pixels.shape[1], pixels.shape[0]])
    # A map gone astray must not ask for a giant cut.
    if not np.all(np.isfinite(corners)) or np.any(corners.max(axis=0) < 0):
        return None
    if np.any(corners.min(axis=0) > extent) or float(np.ptp(corners, axis=0).max()) > extent.max():
        return None
    window = cut_out(pixels, corners, (height + 2 * margin, width + 2 * margin))
    peak = correlate(window, piece.image)
    if peak.correlation < LEAST_CORRELATION:
        return None
    middle = piece.corners.mean(axis=0) + unit * (peak.x * right + peak.y * down)
    return apply(matrix, middle)


def _pieces(corners: Points, image: Pixels) -> Iterator[Piece]:
    """Cut an anchor into pieces of about three times its height, each seen for itself."""
    long, short = mean_sides(corners)
    number = max(1, min(4, round(long / (_PIECE_LENGTH * short))))
    height = min(_PATCH_HEIGHT, max(8, round(short)))
    for place in range(number):
        low, high = place / number, (place + 1) / number
        upper, lower = corners[1] - corners[0], corners[2] - corners[3]
        part = np.stack(
            [
                corners[0] + low * upper,
                corners[0] + high * upper,
                corners[3] + high * lower,
                corners[3] + low * lower,
            ]
        )
        width = max(4, round(height * long / number / short))
        yield Piece(cut_out(image, part, (height, width)), part)


def _axes(corners: Points) -> tuple[Points, Points]:
    right = corners[1] + corners[2] - corners[0] - corners[3]
    down = corners[3] + corners[2] - corners[0] - corners[1]
    return right / max(float(np.hypot(*right)), 1e-9), down / max(float(np.hypot(*down)), 1e-9)


def _between(corners: Points, low: float, high: float) -> Points:
    """Return two points (2, 2) of the middle line of a region, by their share of its length."""
    left, right = (corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2
    return np.stack([left + low * (right - left), left + high * (right - left)])


def _edges(reading: Reading) -> tuple[list[float], list[float]]:
    """Return where each character of a line begins and ends, as shares of the line's length."""
    middles = [0.0 - reading.places[0], *reading.places, 2.0 - reading.places[-1]]
    borders = [(one + other) / 2 for one, other in zip(middles, middles[1:])]
    borders[0], borders[-1] = 0.0, 1.0
    return borders[:-1], borders[1:]


def read_templates(path: str, read: ReadFile) -> list[Template]:
    """Read the file of templates of a package, and the images that it names.

    Raises:
        PackageError: ``template_invalid``.
    """
    try:
        entries = json.loads(read(path).decode("utf-8"))["templates"]
        templates = [_template(entry, read) for entry in entries]
    except (ValueError, KeyError, TypeError, IndexError, OSError) as error:
        raise _invalid(path) from error
    if not templates:
        raise _invalid(path)
    return templates


def _template(entry: Any, read: ReadFile) -> Template:
    width, height = (int(side) for side in entry["size"])
    with Image.open(io.BytesIO(read(entry["picture"]))) as opened:
        image = np.asarray(opened.convert("RGB"))
    if image.shape[:2] != (height, width):
        raise ValueError("the image has another size")
    anchors = [Anchor(str(one["text"]), _corners(one["points"])) for one in entry["anchors"]]
    fields = [
        Field(str(one["name"]), _corners(one["points"]), one.get("characters"))
        for one in entry["fields"]
    ]
    return Template((width, height), anchors, fields, image)


def _corners(points: Any) -> Points:
    corners = np.array(points, np.float64)
    if corners.shape != (4, 2) or not np.all(np.isfinite(corners)):
        raise ValueError("four corners are expected")
    return corners


def _invalid(path: str) -> PackageError:
    return PackageError(
        f"The templates '{path}' cannot be used; a JSON list of templates with their images is "
        "expected. Export the package again.",
        code="template_invalid",
        file=path,
    )
