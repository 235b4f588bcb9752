"""Images and previews made small, and images put upright: by a decoding child."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO, cast

from PIL import Image, ImageOps

from backend.decoding.errors import Refused
from backend.decoding.works import Done, Options, ReportProgress
from backend.files.previews import preview_of

# Our own limit was asked when the file was taken in; Pillow's would only warn.
Image.MAX_IMAGE_PIXELS = None


def thumbnail(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return a small WebP image of a file.

    Raises:
        Refused: ``preview_failed`` when the file cannot be decoded here.
    """
    del report_progress
    with path.open("rb") as file:
        if options["media_type"].startswith("image/"):
            try:
                return Done(content=shrink(file, options["size"]))
            except (OSError, SyntaxError, ValueError, EOFError) as error:
                # What Pillow raises on broken files.
                raise _not_made(error) from error
        return Done(content=reduced(preview_of(file, options["media_type"]), options["size"]))


def shown_image(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return an image of its size as a PNG, upright, for whoever cannot show its own format.

    Raises:
        Refused: ``preview_failed`` when the file cannot be decoded here.
    """
    del options, report_progress
    out = io.BytesIO()
    try:
        with path.open("rb") as file, Image.open(file) as image:
            # Made while somebody waits: little time counts for more than a small file.
            _on_screen(ImageOps.exif_transpose(image)).save(out, "PNG", compress_level=1)
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise _not_made(error) from error
    return Done(content=out.getvalue())


def _not_made(error: Exception) -> Refused:
    return Refused(f"No image can be made of this file ({error}).", code="preview_failed")


def apply_exif_orientation(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return the same image upright in the same format, nothing when it cannot be written."""
    # What reads images as models do is loaded by this work alone.
    from backend.files.exif_orientation import apply_orientation

    del options, report_progress
    with path.open("rb") as file:
        return Done(content=apply_orientation(file) or b"")


def shrink(file: IO[bytes], size: int) -> bytes:
    """Return an image as WebP, upright, its longer side at most ``size`` pixels."""
    with Image.open(file) as image:
        # A JPEG is decoded small, which takes a part of the time; twice the size leaves enough to
        # scale down smoothly.
        image.draft("RGB", (size * 2, size * 2))
        image.seek(0)
        return reduced(ImageOps.exif_transpose(image), size)


def reduced(image: Image.Image, size: int) -> bytes:
    """Return an image as WebP, its longer side at most ``size`` pixels."""
    image.thumbnail((size, size))
    out = io.BytesIO()
    _on_screen(image).save(out, "WEBP", quality=80, method=2)
    return out.getvalue()


def _on_screen(image: Image.Image) -> Image.Image:
    """Return an image in colours of eight bits, with its transparency."""
    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        image = _to_8_bits(image)
    has_alpha = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
    return image.convert("RGBA" if has_alpha else "RGB")


def _to_8_bits(image: Image.Image) -> Image.Image:
    """Scale deep grey levels to what a screen shows; Pillow's own conversion would clip them."""
    low, high = cast("tuple[float, float]", image.convert("F").getextrema())
    width = (high - low) or 1.0
    return image.convert("F").point(lambda value: (value - low) * (255.0 / width)).convert("L")
