"""Pretrain the networks of OCR: find lines in drawn pages, and read them."""

# B pages, N lines, H height, W width

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from easel.runtime.image.context import ImageContext, Placement
from easel.runtime.ocr import line_tensor, straighten
from torch import Tensor, nn

from engine.data.image.normalization import IMAGENET
from engine.data.ocr.pages import (
    CHARACTERS,
    COLUMNS,
    LENGTHS,
    LINES,
    MAP_STRIDE,
    Crop,
    laid_together,
    loosely,
    whole,
)
from engine.data.ocr.regions import AnnotatedLine, maps_of
from engine.data.ocr.synthesis.corpus import Random
from engine.data.ocr.synthesis.fonts import choose_font, find_fonts, fonts_for
from engine.data.ocr.synthesis.lines import Wear, draw_line
from engine.models.ocr.detector import LineDetector, Reader
from engine.models.ocr.recognizer import Recognizer
from engine.pretraining.documents import texts
from engine.pretraining.documents.pages import Page, draw_page
from engine.pretraining.recipe import Recipe
from engine.training.losses.reading import lines_loss, map_loss

LINE_HEIGHT = 32
_WEAR = Wear(noise=14, blur=1.5)
_LONGEST, _SHORTEST = 28, 4
"""Characters of the longest lines, at the end and at the beginning of training."""
_GROWTH = 0.15
"""The share of training after which lines are as long as they get."""
_CHINESE = 0.55


@dataclass(frozen=True)
class DrawnPages:
    """Pages with the maps of their lines, and lines with their characters.

    Attributes:
        images: (B, 3, H, W), 0 to 255.
        shrunk, border, known: (B, H / 2, W / 2); see ``engine.training.losses.reading``.
        lines: (N, 1, 32, W), −1 to 1.
        columns, characters, lengths: as ``lines_loss`` takes them.
    """

    images: Tensor
    shrunk: Tensor
    border: Tensor
    known: Tensor
    lines: Tensor
    columns: Tensor
    characters: Tensor
    lengths: Tensor

    def __len__(self) -> int:
        return len(self.lines)

    def to(self, device: str) -> DrawnPages:
        """Return the same on a device."""
        return DrawnPages(*(getattr(self, one.name).to(device) for one in fields(self)))


class PretrainedReader(nn.Module):
    """What is pretrained, under the name that all recipes give it."""

    def __init__(self, network: Reader) -> None:
        super().__init__()
        self.network = network


class ReaderRecipe(Recipe):
    """Pretrain detector and recogniser of lines together, on pages drawn with many fonts."""

    batch_size = 32
    learning_rate = 3e-3
    packages = ("pretraining/documents", "models/ocr", "data/ocr")
    made_of = "pages and lines of text drawn with free fonts"
    detector_width: ClassVar[int]
    recognizer_width: ClassVar[int]
    sides: ClassVar[tuple[int, ...]] = (256, 320, 384)

    @cached_property
    def fonts(self) -> tuple[Path, ...]:
        """The fonts that are drawn with.

        Raises:
            ResourceError: ``no_font`` when none of them can write Chinese.
        """
        found = find_fonts(self.font_folders)
        fonts_for(texts.HAN[:8], found)
        return found

    @property
    def materials(self) -> Mapping[str, str]:
        """Return the SHA-256 of every font, by its name."""
        return {font.name: hashlib.sha256(font.read_bytes()).hexdigest() for font in self.fonts}

    @property
    def characters(self) -> str:
        """Return the characters of the recogniser's classes 1 and on."""
        return texts.CHARACTERS

    def new_model(self) -> nn.Module:
        """Return both networks."""
        recognizer = Recognizer(len(self.characters) + 1, self.recognizer_width)
        return PretrainedReader(Reader(LineDetector(self.detector_width), recognizer))

    def batch(self, step: int, progress: float) -> DrawnPages:
        """Return a page, its lines, and so many other lines that a batch is full."""
        random = np.random.default_rng((zlib.crc32(self.key.encode()), self.seed, step))
        grown = min(1.0, progress / _GROWTH)
        length = round(_SHORTEST + (_LONGEST - _SHORTEST) * grown)
        side = int(random.choice(self.sides))
        page = draw_page(random, side, self.fonts, length, _CHINESE)
        lines = [line for line in page.lines if line.text][: self.batch_size]
        crops = [self._crop(page, line, (step, place)) for place, line in enumerate(lines)]
        while len(crops) < self.batch_size:
            crops.append(self._drawn(random, length, (step, len(crops))))
        maps = maps_of(page.lines, _untouched(page), MAP_STRIDE)
        read = laid_together(crops, LINE_HEIGHT)
        return DrawnPages(
            images=torch.from_numpy(page.pixels.copy()).permute(2, 0, 1)[None],
            shrunk=torch.from_numpy(maps.shrunk)[None],
            border=torch.from_numpy(maps.border)[None],
            known=torch.from_numpy(maps.known)[None],
            lines=read[LINES],
            columns=read[COLUMNS],
            characters=read[CHARACTERS],
            lengths=read[LENGTHS],
        )

    def loss(self, model: nn.Module, batch: Any) -> tuple[Tensor, Mapping[str, Tensor]]:
        """Return the sum of the losses of maps and characters, and its parts."""
        network = model.get_submodule("network")
        assert isinstance(network, Reader)
        pixels = batch.images.float() / 255
        mean, std = IMAGENET.tensors(pixels)
        maps = network.detector.detector((pixels - mean) / std)
        found = map_loss(maps, batch.shrunk, batch.border, batch.known)
        read = lines_loss(
            network.recognizer, batch.lines, batch.columns, batch.characters, batch.lengths
        )
        return found + read, {"map": found, "read": read}

    @cached_property
    def _classes(self) -> dict[str, int]:
        return {character: k for k, character in enumerate(self.characters, start=1)}

    def _crop(self, page: Page, line: AnnotatedLine, seed: tuple[int, int]) -> Crop:
        corners = loosely(line.corners, self.seed, *seed)
        cut = line_tensor(straighten(page.pixels, corners, LINE_HEIGHT))[0]
        return cut, tuple(self._classes[one] for one in line.text or "")

    def _drawn(self, random: Random, length: int, seed: tuple[int, int]) -> Crop:
        text = texts.write(random, int(random.integers(1, length + 1)), _CHINESE)
        pixels = draw_line(text, choose_font(random, text, self.fonts), random, _WEAR)
        line = AnnotatedLine(whole(pixels), text)
        return self._crop(Page(pixels, (line,)), line, seed)


class ReaderSmallRecipe(ReaderRecipe):
    """The small reader."""

    key = "reader_small"
    detector_width = 12
    recognizer_width = 16


class ReaderMediumRecipe(ReaderRecipe):
    """The reader of medium size."""

    key = "reader_medium"
    detector_width = 24
    recognizer_width = 28


def _untouched(page: Page) -> ImageContext:
    """Return the context of an image that goes to the network as it is."""
    height, width = page.pixels.shape[:2]
    return ImageContext(height, width, Placement((height, width), 0, 0, 1, 1))
