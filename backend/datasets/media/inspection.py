"""Look at one file as a sample of some medium."""

from __future__ import annotations

from backend.datasets.media import text
from backend.datasets.media.content import Content, LocalFile, size_of
from backend.datasets.media.properties import MediaProperties, Problem
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.decoding.pool import decoding_here
from engine.catalog import Media
from engine.specs.samples.table_reading import TableReading


def examine(
    media: Media, content: Content, *, max_pixels: int, reading: TableReading | None = None
) -> MediaProperties | Problem:
    """Return what is known of a file, or why it is no sample of this medium.

    The name's extension is not looked at. ``reading`` is how a table is read; what it leaves open
    is guessed. Texts and small images are looked at here, anything
    else by a child process: a small file may become very much when it is decoded.

    Raises:
        Unavailable: ``decoding_busy`` when too many files are being looked at.
    """
    if size_of(content) == 0:
        return Problem("file_empty", "The file is empty. Send it again.")
    if media in (Media.TEXT, Media.TEXT_PAIR):
        return text.examine_sized(content, is_pair=media is Media.TEXT_PAIR)
    if media is Media.IMAGE:
        # Pillow comes with it, which the web process does without until then.
        from backend.datasets.media import image

        if image.is_small(content):
            with decoding_here():
                return image.examine(content, max_pixels=max_pixels)
    source = content.path if isinstance(content, LocalFile) else content
    try:
        looked = decode(
            "examine",
            source,
            media=media.value,
            max_pixels=max_pixels,
            reading=(reading or TableReading()).model_dump(mode="json"),
        )
    except Refused as refused:
        return Problem(refused.code, refused.message, refused.params)
    if "code" in looked.found:
        return Problem(**looked.found)
    found = looked.found
    is_changed = found.pop("is_changed")
    found |= {
        "notes": tuple(Problem(**note) for note in found["notes"]),
        "suffixes": tuple(found["suffixes"]),
        "original": content if found["original_type"] else None,
    }
    return MediaProperties(content=looked.content if is_changed else content, **found)
