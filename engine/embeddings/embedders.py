"""Numbers that make like samples alike, before any training.

They cost milliseconds and need nothing but the files. The networks of packages give predictions
only, and there is none yet when samples are first looked at.
"""

# N samples, D numbers of a sample

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.catalog import Media
from engine.embeddings.numbers import ArrayEmbedder, Floats
from engine.errors import SpecError


class Embedder(Protocol):
    """Turns files of one medium into points, near where they are alike.

    Each file is done with before the next one is asked for, so that few are in memory at a time.
    """

    def fit(self, contents: Iterable[bytes]) -> None:
        """Learn what varies from some of the files; no labels are used."""
        ...

    def __call__(self, contents: Iterable[bytes]) -> Floats:
        """Return points (N, D) of length one; those of files that cannot be read are zero."""
        ...


def embedder_of(media: Media) -> Embedder | None:
    """Return the embedder of a medium, ``None`` where there is none; each brings its libraries."""
    match media:
        case Media.IMAGE:
            from engine.embeddings.images import ImageEmbedder

            return ImageEmbedder()
        case Media.AUDIO:
            from engine.embeddings.recordings import audio_numbers

            return ArrayEmbedder(audio_numbers)
        case Media.TEXT | Media.TEXT_PAIR:
            from engine.embeddings.texts import TextEmbedder

            return TextEmbedder()
        case _:
            return None


def require_embedder(media: Media) -> Embedder:
    """Return the embedder of a medium.

    Raises:
        SpecError: ``embeddings_media`` where there is none.
    """
    embedder = embedder_of(media)
    if embedder is None:
        raise SpecError(
            "Similar samples can be found among images, texts and recordings only. Train a model "
            "instead.",
            code="embeddings_media",
            media=media.value,
        )
    return embedder
