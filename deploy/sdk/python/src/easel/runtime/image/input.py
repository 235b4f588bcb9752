"""An image as the input of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from easel.errors import InputError
from easel.runtime.example import Example
from easel.runtime.image.decode import decode_image, decoding_bytes, rgb_pixels
from easel.runtime.image.geometry import Pixels
from easel.runtime.image.preprocessing import Preprocessing
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op

ImageSource = Union[bytes, str, Path, Image.Image, NDArray[np.uint8]]
"""An image file's bytes or path, a Pillow image, or pixels (H, W, 3) uint8 RGB."""

TENSOR = "image"
"""The one tensor that preprocessing makes; the first network's input has this name."""


class ImageInput:
    """One part ``image``; one row an image."""

    parts = (Part("image", is_file=True, media=("image/",)),)

    def __init__(self, ops: Sequence[Op], limits: Limits) -> None:
        self.preprocessing = Preprocessing(ops)
        self._max_pixels = limits.max_pixels

    def decode(self, source: ImageSource) -> Pixels:
        """Return upright pixels (H, W, 3) uint8 RGB.

        Raises:
            InputError: when the image cannot be used, naming what is wrong with it.
        """
        if isinstance(source, (bytes, str, Path)):
            return decode_image(source, max_pixels=self._max_pixels)
        if isinstance(source, Image.Image):
            return rgb_pixels(source)
        if isinstance(source, np.ndarray):
            return source
        raise InputError(
            f"An image of type {type(source).__name__} cannot be used. Give the bytes or path of "
            "an image file, a Pillow image, or an array (height, width, 3) of uint8.",
            code="input_type",
        )

    def decoding_bytes(self, source: ImageSource) -> int:
        """Return how much memory decoding takes at most; 0 for what is decoded already."""
        if isinstance(source, (str, Path)):
            source = Path(source).read_bytes() if Path(source).is_file() else b""
        return decoding_bytes(source) if isinstance(source, bytes) else 0

    def prepare(self, value: Pixels) -> Example:
        """Return one row: ``image`` (1, 3, H, W), or (1, H, W, 3), float32.

        Raises:
            InputError: when the pixels are of another shape or type, or too few for a crop.
        """
        rows = self.preprocessing(value)[np.newaxis]
        height, width = value.shape[:2]
        context = self.preprocessing.context((height, width))
        if self.preprocessing.keeps_source:
            context = replace(context, pixels=value)
        return Example({TENSOR: rows}, context)

    def recorded(self, value: Pixels) -> NDArray[np.generic]:
        """Return the pixels."""
        return value

    def blank(self) -> Pixels:
        """Return a black image that no op finds too small."""
        return np.zeros((*self.preprocessing.ample_size, 3), np.uint8)


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> ImageInput:
    """Compile a manifest's image input; see ``easel.runtime.inputs``."""
    if dict(spec) != {"kind": "image", "color": "RGB"}:
        raise unsupported_input(spec)
    return ImageInput(ops, limits)
