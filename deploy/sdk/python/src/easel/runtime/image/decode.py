"""An image file becomes upright 8-bit RGB pixels, or an error that says what is wrong with it."""

from __future__ import annotations

import io
import struct
import zlib
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
UPRIGHT = {
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


def rgb_pixels(image: Image.Image) -> NDArray[np.uint8]:
    """Return the upright RGB pixels of an opened image; see ``decode_image``.

    Returns:
        (H, W, 3) uint8, contiguous.

    Raises:
        InputError: ``image_damaged`` or ``image_mode_unsupported``.
    """
    try:
        image.load()
        return np.ascontiguousarray(_to_rgb(_upright(image)))
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


def _upright(image: Image.Image) -> Image.Image:
    """Apply the EXIF orientation; a damaged EXIF block counts as none, as in every viewer."""
    try:
        orientation = image.getexif().get(ORIENTATION_TAG)
    except MALFORMED:
        return image
    if orientation in UPRIGHT:
        return image.transpose(UPRIGHT[orientation])
    return image


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
