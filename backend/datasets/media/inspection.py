"""Look at one file as a sample of some medium."""

from __future__ import annotations

from backend.datasets.media import audio, image, table, text, video
from backend.datasets.media.content import Content, size_of, whole
from backend.datasets.media.facts import Facts, Problem
from engine.catalog import Media


def examine(media: Media, content: Content, *, max_pixels: int) -> Facts | Problem:
    """Return what is known of a file, or why it is no sample of this medium.

    The name's extension is not looked at.
    """
    if size_of(content) == 0:
        return Problem("file_empty", "The file is empty. Send it again.")
    match media:
        case Media.IMAGE:
            return image.examine(whole(content), max_pixels=max_pixels)
        case Media.TEXT:
            return text.examine(whole(content))
        case Media.TEXT_PAIR:
            return text.examine_pair(whole(content))
        case Media.AUDIO:
            return audio.examine(content)
        case Media.VIDEO:
            return video.examine(content)
        case Media.TABLE:
            return table.examine(whole(content))
