"""Look at one file as a sample of some medium."""

from __future__ import annotations

from backend.datasets.media import audio, image, table, text, video
from backend.datasets.media.facts import Facts, Problem
from engine.catalog import Media


def examine(media: Media, content: bytes, *, max_pixels: int) -> Facts | Problem:
    """Return what is known of a file, or why it is no sample of this medium.

    The name's extension is not looked at.
    """
    if not content:
        return Problem("file_empty", "The file is empty. Send it again.")
    match media:
        case Media.IMAGE:
            return image.examine(content, max_pixels=max_pixels)
        case Media.TEXT:
            return text.examine(content)
        case Media.TEXT_PAIR:
            return text.examine_pair(content)
        case Media.AUDIO:
            return audio.examine(content)
        case Media.VIDEO:
            return video.examine(content)
        case Media.TABLE:
            return table.examine(content)
