"""An image file becomes upright 8-bit RGB pixels, or an error that says what is wrong with it."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from easel.errors import InputError
from easel.runtime.limits import Limits

MAX_PIXELS = Limits().max_pixels

# An open list would include formats whose decoders start other programs (EPS).
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "GIF", "TIFF", "PPM")

ORIENTATION_TAG = 0x0112
EXIF_ORIENTATIONS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

# What Pillow's decoders raise on malformed files; a Warning is raised where warnings are errors.
MALFORMED = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    OverflowError,
    NotImplementedError,
    struct.error,
    zlib.error,
    Warning,
)
TOO_LARGE = (Image.DecompressionBombError, Image.DecompressionBombWarning)

# Pixels that change their form at once: of a large image little lies in memory twice.
_BAND_PIXELS = 1 << 18
# What Pillow keeps of a pixel (4), and the result's three bytes.
_BYTES_A_PIXEL = 7
# Decoders that hold whole images of their own beside: canvases, strips, coefficients.
_MORE_BYTES_A_PIXEL = {"WEBP": 16, "TIFF": 8, "GIF": 4}
_PROGRESSIVE_BYTES_A_PIXEL = 8


def decode_image(source: bytes | str | Path, *, max_pixels: int = MAX_PIXELS) -> NDArray[np.uint8]:
    """Decode an image file.

    EXIF orientation is applied; transparency is laid on white; grey, palette, CMYK and YCbCr
    become RGB; 16-bit grey is scaled by ``(value + 128) // 257``; of an animation the first frame
    is taken. The number of pixels is checked before any pixel is decoded.

    Args:
        source: the file's bytes, or its path.
        max_pixels: largest width × height that is decoded.

    Returns:
        (H, W, 3) uint8, contiguous.

    Raises:
        InputError: ``image_unreadable_file``, ``image_empty``, ``image_not_recognised``,
            ``image_too_large``, ``image_damaged`` or ``image_mode_unsupported``.
    """
    data = source if isinstance(source, bytes) else _read(Path(source))
    if not data:
        raise InputError("The image file is empty. Send the bytes of an image.", code="image_empty")
    with _open(data, max_pixels) as image:
        return rgb_pixels(image)


def decoding_bytes(data: bytes) -> int:
    """Return about how much memory it takes at most to decode an image file, by its header.

    0 for a file that is refused before any pixel is decoded.
    """
    try:
        with _open(data, MAX_PIXELS) as image:
            width, height = image.size
            each = _BYTES_A_PIXEL + _MORE_BYTES_A_PIXEL.get(image.format or "", 0)
            if "progressive" in image.info:
                each += _PROGRESSIVE_BYTES_A_PIXEL
            return width * height * each
    except InputError:
        return 0


def rgb_pixels(image: Image.Image) -> NDArray[np.uint8]:
    """Return the upright RGB pixels of an opened image; see ``decode_image``.

    Returns:
        (H, W, 3) uint8, contiguous.

    Raises:
        InputError: ``image_damaged`` or ``image_mode_unsupported``.
    """
    with _decoding():
        image.load()
        return _oriented_rgb(image)


def check_pixels(image: Image.Image) -> None:
    """Refuse an opened image that ``rgb_pixels`` refuses, without keeping its pixels.

    Raises:
        InputError: as ``rgb_pixels`` does.
    """
    with _decoding():
        image.load()
        for _ in _bands(image):
            pass


@contextmanager
def _decoding() -> Iterator[None]:
    try:
        yield
    except MALFORMED as error:
        raise InputError(
            f"The image is damaged and cannot be decoded ({error}). "
            "Open it in a viewer and save it again, or leave it out.",
            code="image_damaged",
            reason=str(error),
        ) from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"The image file '{path}' cannot be read: {error.strerror}. Check the path.",
            code="image_unreadable_file",
            path=str(path),
        ) from error


def _open(data: bytes, max_pixels: int) -> Image.Image:
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    except TOO_LARGE as error:
        raise _too_large(None, None, max_pixels) from error
    except UnidentifiedImageError as error:
        raise InputError(
            f"The file is not an image in a known format. Send one of: {', '.join(FORMATS)}.",
            code="image_not_recognised",
        ) from error
    except MALFORMED as error:
        raise InputError(
            f"The image's header is damaged ({error}). Save the image again, or leave it out.",
            code="image_damaged",
            reason=str(error),
        ) from error
    width, height = image.size
    if width < 1 or height < 1 or width * height > max_pixels:
        image.close()
        raise _too_large(width, height, max_pixels)
    return image


def _too_large(width: int | None, height: int | None, max_pixels: int) -> InputError:
    size = "more" if width is None else f"{width} x {height}"
    return InputError(
        f"The image has {size} pixels; at most {max_pixels} are decoded. Send a smaller image.",
        code="image_too_large",
        width=width,
        height=height,
        max_pixels=max_pixels,
    )


def _oriented_rgb(image: Image.Image) -> NDArray[np.uint8]:
    """Return the upright RGB pixels of a loaded image, filled in band by band."""
    width, height = image.size
    orientation = _orientation(image)
    is_sideways = orientation in _SIDEWAYS
    result = np.empty((width, height, 3) if is_sideways else (height, width, 3), np.uint8)
    stored = _as_stored(result, orientation)
    for top, band in _bands(image):
        stored[top : top + len(band)] = band
    return result


def _bands(image: Image.Image) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """Yield the RGB pixels of a loaded image as it is stored, from each of some rows on."""
    width, height = image.size
    rows = max(1, _BAND_PIXELS // width)
    if rows >= height:
        yield 0, _to_rgb(image)
        return
    for top in range(0, height, rows):
        yield top, _to_rgb(image.crop((0, top, width, min(height, top + rows))))


_SIDEWAYS = frozenset({5, 6, 7, 8})


def _as_stored(upright: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Return a view of an upright image whose rows lie as an EXIF orientation stores them."""
    if orientation in _SIDEWAYS:
        upright = upright.transpose(1, 0, 2)
    down = slice(None, None, -1 if orientation in (3, 4, 6, 7) else 1)
    right = slice(None, None, -1 if orientation in (2, 3, 7, 8) else 1)
    return upright[down, right]


def _orientation(image: Image.Image) -> int:
    """Return the EXIF orientation; a damaged EXIF block counts as none, as in every viewer."""
    try:
        orientation = image.getexif().get(ORIENTATION_TAG)
    except MALFORMED:
        return 1
    return orientation if orientation in EXIF_ORIENTATIONS else 1


def _to_rgb(image: Image.Image) -> NDArray[np.uint8]:
    if image.mode.startswith("I"):
        return _sixteen_bit_grey(np.asarray(image))
    if image.mode == "F":
        raise InputError(
            "The image holds floating-point pixels, whose range is unknown. "
            "Save it with 8 or 16 bits per channel.",
            code="image_mode_unsupported",
            mode=image.mode,
        )
    if _has_alpha(image):
        layer = image.convert("RGBA")
        white = Image.new("RGBA", layer.size, (255, 255, 255, 255))
        image = Image.alpha_composite(white, layer)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))


def _has_alpha(image: Image.Image) -> bool:
    return image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info


def _sixteen_bit_grey(values: NDArray[np.generic]) -> NDArray[np.uint8]:
    wide = values.astype(np.int64)
    if wide.min() < 0 or wide.max() > 65535:
        raise InputError(
            "The image holds integers beyond 16 bits. Save it with 8 or 16 bits per channel.",
            code="image_mode_unsupported",
            mode="I",
        )
    grey = ((wide + 128) // 257).astype(np.uint8)
    return np.repeat(grey[:, :, np.newaxis], 3, axis=2)
