"""Images with annotated lines of text, as a reader is trained on and evaluated by them."""

# B batch, N lines, H height, W width

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
import torch
from easel.runtime import Example, Source
from easel.runtime.image import ImageContext, ImageInput
from easel.runtime.limits import Limits
from easel.runtime.ocr import line_tensor, straighten
from easel.runtime.ocr.straighten import mean_sides
from numpy.typing import NDArray
from torch import Tensor

from engine.data.decoding import decoded_image
from engine.data.files import SampleFiles
from engine.data.image.dataset import ImageDataset
from engine.data.ocr.regions import AnnotatedLine, annotated_lines, maps_of
from engine.data.ocr.synthesis.lines import Line
from engine.interfaces.batch import Batch
from engine.specs.data import SampleRecord
from engine.specs.package.ops.image import ImageOp

LINES, COLUMNS, CHARACTERS, LENGTHS = "lines", "columns", "characters", "lengths"
SHRUNK, BORDER, KNOWN = "shrunk", "border", "known"
MAP_STRIDE = 2
"""Pixels of the image per cell of the detector's maps."""
COLUMN_WIDTH = 4
"""Pixels of a line that make one column of the recogniser's output."""
LINES_PER_IMAGE = 32
"""Lines that a training step reads at least for each image, where lines may be drawn. Finding
which columns belong to which character takes ten thousand lines, however few an image has, and
finding lines in an image costs as much time as reading about fifty."""
LOOSENESS = (-0.12, 0.22)
"""How far outwards each corner of a line that is cut out to learn from lies, in heights of it
along and across: as found lines lie about what was annotated. Without it the recogniser reads
what is cut exactly and fails on what the detector finds."""
CUTS = 4
"""How often each real line is cut out, each time otherwise; a batch takes one of the cuts."""
_OUTWARDS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
Crop = tuple[NDArray[np.float32], tuple[int, ...]]
"""A line (1, H, W) as the recogniser takes it, and the classes of its characters."""


class PageDataset:
    """Images of one split with their lines.

    Args:
        records: the samples, with boxes or quadrilaterals as regions.
        files: gives the images.
        image_ops: of the package's manifest; the first keeps the source.
        characters: of the classes 1 and on; lines with others are not read in training.
        line_height: of the recogniser's input.
        drawn: further lines for the recogniser; each batch takes some of them at random.
        drawn_share: drawn lines of a batch for each real one, and more where those are few.
        num_threads: threads that decode.
    """

    sizes: Sequence[int] | None = None

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        image_ops: Sequence[ImageOp],
        characters: Sequence[str],
        line_height: int,
        drawn: Sequence[Line] = (),
        drawn_share: float = 1.0,
        num_threads: int = 1,
    ) -> None:
        self.records = records
        self.files = files
        self._input = ImageInput([op.model_dump(mode="json") for op in image_ops], Limits())
        self._images = ImageDataset(records, files, image_ops, lambda _: {}, num_threads)
        self._classes = {character: k for k, character in enumerate(characters, start=1)}
        self._line_height = line_height
        self._annotated = [annotated_lines(record) for record in records]
        self._drawn = [
            self._crop(line.pixels, loosely(whole(line.pixels), number), line.text)
            for number, line in enumerate(drawn)
            if self._is_readable(line.text)
        ]
        self._drawn_share = drawn_share
        self._crops: list[list[list[Crop]]] | None = None
        self._contexts: dict[int, ImageContext] = {}

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes: images, and lines of about ten times height."""
        lines = sum(len(one) for one in self._annotated)
        return self._images.memory_bytes + lines * CUTS * 40 * self._line_height**2

    @property
    def is_loaded(self) -> bool:
        """Return whether images and lines are in memory."""
        return self._crops is not None

    def load(self) -> Iterator[int]:
        """Decode all images and cut out their lines, yielding the number of images done.

        Raises:
            DataError: when images are damaged.
        """
        for _ in self._images.load():
            pass
        crops = []
        for index in range(len(self)):
            crops.append([self._crops_of(index, cut) for cut in range(CUTS)])
            yield index + 1
        self._crops = crops

    def read(self, indices: Sequence[int]) -> Batch:
        """Return ``image`` (B, 3, H, W) with the maps of its lines, and the lines themselves.

        Lines are (N, 1, H, W) with the number of their columns (N,), the classes of their
        characters end to end, and how many each has (N,).

        Raises:
            DataError: when an image is damaged.
        """
        images = self._images.read(indices)
        maps = [
            maps_of(self._annotated[index], self._context(index), MAP_STRIDE) for index in indices
        ]
        # A pure function of the batch, as a resumed run needs.
        random = np.random.default_rng(list(indices))
        crops = list(chain.from_iterable(self._lines(index, random) for index in indices))
        crops += self._some_drawn(random, len(indices), len(crops))
        return Batch(
            images.inputs,
            {
                SHRUNK: torch.from_numpy(np.stack([one.shrunk for one in maps])),
                BORDER: torch.from_numpy(np.stack([one.border for one in maps])),
                KNOWN: torch.from_numpy(np.stack([one.known for one in maps])),
                **laid_together(crops, self._line_height),
            },
        )

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return images as the runtime prepares them.

        Raises:
            DataError: when an image is damaged.
        """
        return [
            self._input.prepare(decoded_image(self.records[index], self.files)) for index in indices
        ]

    def source(self, index: int) -> Source:
        """Return the file of one sample, or its content where it is in an archive."""
        return self.files.source(self.records[index])

    def _context(self, index: int) -> ImageContext:
        if index not in self._contexts:
            self._contexts[index] = self._images.context(index)
        return self._contexts[index]

    def _lines(self, index: int, random: np.random.Generator) -> list[Crop]:
        cut = int(random.integers(CUTS))
        return self._crops_of(index, cut) if self._crops is None else self._crops[index][cut]

    def _some_drawn(
        self, random: np.random.Generator, num_images: int, num_real: int
    ) -> list[Crop]:
        if not self._drawn:
            return []
        wanted = LINES_PER_IMAGE * num_images
        count = max(round(self._drawn_share * num_real), wanted - num_real)
        chosen = random.integers(len(self._drawn), size=count)
        return [self._drawn[place] for place in chosen.tolist()]

    def _crops_of(self, index: int, cut: int) -> list[Crop]:
        lines = [line for line in self._annotated[index] if self._is_learnt(line)]
        if not lines:
            return []
        pixels = decoded_image(self.records[index], self.files)
        return [
            self._crop(pixels, loosely(line.corners, index, cut, place), str(line.text))
            for place, line in enumerate(lines)
        ]

    def _is_learnt(self, line: AnnotatedLine) -> bool:
        return line.text is not None and self._is_readable(line.text)

    def _is_readable(self, text: str) -> bool:
        return all(character in self._classes for character in text)

    def _crop(self, pixels: NDArray[np.uint8], corners: NDArray[np.float64], text: str) -> Crop:
        line = line_tensor(straighten(pixels, corners, self._line_height))[0]
        return line, tuple(self._classes[character] for character in text)


def characters_of(texts: Iterable[str]) -> bytes:
    """Return the file of the characters of texts, in the order of their code points."""
    return json.dumps(sorted(set().union(*texts)), ensure_ascii=False).encode()


def whole(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the corners (4, 2) of an image (H, W, 3)."""
    height, width = pixels.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def loosely(corners: NDArray[np.float64], *seed: int) -> NDArray[np.float64]:
    """Return corners (4, 2) of a line as they might have been found."""
    shares = np.random.default_rng(seed).uniform(*LOOSENESS, (4, 2)) * _OUTWARDS
    along, across = corners[1] - corners[0], corners[3] - corners[0]
    axes = np.stack([one / max(np.hypot(*one), 1e-6) for one in (along, across)])
    moved: NDArray[np.float64] = corners + mean_sides(corners)[1] * shares @ axes
    return moved


def laid_together(crops: Sequence[Crop], line_height: int) -> Mapping[str, Tensor]:
    """Return lines as ``PageDataset.read`` gives them.

    They are padded on the right with the last column; none at all are one of no character.
    """
    if not crops:
        crops = [(np.zeros((1, line_height, 32), np.float32), ())]
    longest = max(line.shape[2] for line, _ in crops)
    lines = [
        np.pad(line, ((0, 0), (0, 0), (0, longest - line.shape[2])), mode="edge")
        for line, _ in crops
    ]
    return {
        LINES: torch.from_numpy(np.stack(lines)),
        COLUMNS: torch.tensor([line.shape[2] // COLUMN_WIDTH for line, _ in crops]),
        CHARACTERS: torch.tensor([k for _, classes in crops for k in classes], dtype=torch.int64),
        LENGTHS: torch.tensor([len(classes) for _, classes in crops]),
    }
