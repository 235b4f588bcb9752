"""Images: is the file an image that can be trained on, and how large is it?"""

from __future__ import annotations

import warnings

from easel.errors import InputError
from easel.runtime.image.decode import MALFORMED, MAX_PIXELS, check_pixels
from PIL import Image, UnidentifiedImageError

from backend.datasets.media.content import Content, open_content, size_of
from backend.datasets.media.properties import MediaProperties, Problem
from engine.formats.reading.images import exif_oriented_size

MEDIA_TYPES = {
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",
    "PNG": "image/png",
    "GIF": "image/gif",
    "BMP": "image/bmp",
    "WEBP": "image/webp",
    "TIFF": "image/tiff",
    "PPM": "image/x-portable-pixmap",
}
# Pillow knows several images in one JPEG (MPO) by reading them as JPEG.
_FORMATS = tuple(name for name in MEDIA_TYPES if name != "MPO")
MAX_SIDE = 32_768
# Formats whose pixels are as many as their header says, and how many are decoded in no time.
_PLAIN = ("PNG", "JPEG", "BMP", "GIF")
_SMALL_PIXELS = 2_000_000
_SMALL_BYTES = 8 * 2**20
# Our own limit is asked before anything is decoded; Pillow's would only warn.
Image.MAX_IMAGE_PIXELS = None


def is_small(content: Content) -> bool:
    """Tell by its header whether an image is decoded in next to no memory and time."""
    if size_of(content) > _SMALL_BYTES:
        return False
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            open_content(content) as file,
            Image.open(file, formats=_PLAIN) as image,
        ):
            # Frames of an animation are counted by reading all of them.
            has_frames = getattr(image, "is_animated", False)
            return not has_frames and image.width * image.height <= _SMALL_PIXELS
    except MALFORMED:
        return False


def examine(content: Content, *, max_pixels: int) -> MediaProperties | Problem:
    """Decode an image whole and return its properties, or say why it cannot be used.

    What is accepted here training can read: the same code converts the pixels. Sixteen-bit, CMYK
    and animated images are accepted as they are: whoever reads them later converts them, and takes
    the first frame. The name's extension is not looked at.
    """
    max_pixels = min(max_pixels, MAX_PIXELS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _examine(content, max_pixels)
    except UnidentifiedImageError:
        return _not_an_image()
    except MALFORMED as error:
        return _damaged(str(error))


def _examine(content: Content, max_pixels: int) -> MediaProperties | Problem:
    with open_content(content) as file, Image.open(file, formats=_FORMATS) as image:
        media_type = MEDIA_TYPES.get(image.format or "")
        if media_type is None:
            return _not_an_image()
        width, height = image.size
        if width * height > max_pixels or max(width, height) > MAX_SIDE:
            return Problem(
                "image_too_large",
                f"The image is {width} × {height} pixels. At most {max_pixels} pixels and "
                f"{MAX_SIDE} a side are accepted. Scale it down.",
                {
                    "width": width,
                    "height": height,
                    "max_pixels": max_pixels,
                    "max_side": MAX_SIDE,
                },
            )
        width, height = exif_oriented_size(image)
        # A JPEG decoded at an eighth reads all of its data, which is what finds a cut-off end.
        image.draft(image.mode, (max(1, width // 8), max(1, height // 8)))
        try:
            check_pixels(image)
        except InputError as error:
            return _unreadable(error)
        num_frames = _num_frames(image)
    return MediaProperties(
        content=content,
        media_type=media_type,
        width=width,
        height=height,
        notes=() if num_frames == 1 else (_frames_left_out(num_frames),),
    )


def _num_frames(image: Image.Image) -> int:
    """Return the frames or pages; a camera's further images in one JPEG are no frames."""
    if image.format in ("JPEG", "MPO"):
        return 1
    try:
        return max(1, getattr(image, "n_frames", 1))
    except MALFORMED:
        # The first is good, and more than that is not read.
        return 1


def _frames_left_out(num: int) -> Problem:
    return Problem(
        "frames_left_out",
        f"The image has {num} frames or pages; only the first was taken in. Bring the others as "
        "images of their own, or an animation as a video.",
        {"num": num},
    )


def _unreadable(error: InputError) -> Problem:
    if error.code == "image_damaged":
        return _damaged(str(error.params["reason"]))
    return Problem(error.code, error.message, error.params)


def _damaged(reason: str) -> Problem:
    return Problem(
        "image_damaged",
        f"The image is cut off or damaged ({reason}). Save it again from its source.",
        {},
    )


def _not_an_image() -> Problem:
    formats = ", ".join(sorted(_FORMATS))
    return Problem(
        "not_an_image",
        f"The file is not an image of a known format ({formats}). Convert it or leave it out.",
        {},
    )
