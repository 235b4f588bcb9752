"""Arrays as texts of a JSON file."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


def pack(array: NDArray[Any]) -> str:
    """Return the bytes of an array, row by row, as base64 of zlib."""
    return base64.b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 9)).decode()


def unpack(text: str, dtype: DTypeLike, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return the array that was packed.

    Raises:
        ValueError: when the text is damaged, or has another number of bytes.
    """
    expected = int(np.prod(shape)) * np.dtype(dtype).itemsize
    try:
        # A few bytes more than expected show that it is another array; a flood is not unpacked.
        content = zlib.decompressobj().decompress(
            base64.b64decode(text, validate=True), expected + 1
        )
    except zlib.error as error:
        raise ValueError(f"an array cannot be unpacked: {error}") from error
    if len(content) != expected:
        raise ValueError(f"an array has {len(content)} bytes where {expected} are expected")
    return np.frombuffer(content, dtype).reshape(shape)
