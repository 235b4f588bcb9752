"""A sample as ``easel.runtime.Model.predict`` takes it."""

from __future__ import annotations

from easel.runtime import Source

from engine.catalog import Media
from engine.data.files import SampleFiles
from engine.errors import DataError, SpecError
from engine.formats.reading.contents import read_pair
from engine.specs.data import SampleRecord


def sample_source(files: SampleFiles, record: SampleRecord, media: Media) -> Source:
    """Return what a model is asked about: a file, a text, or a pair of texts.

    Args:
        files: gives the content.
        record: the sample.
        media: what its file holds.

    Raises:
        DataError: when the content is none of this kind.
        SpecError: ``media_without_source`` for tables, whose rows are the requests.
    """
    match media:
        case Media.IMAGE | Media.AUDIO | Media.VIDEO:
            return files.source(record)
        case Media.TEXT:
            try:
                return files.read(record).decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise DataError(
                    f"The text '{record.name}' is not UTF-8 (byte {error.start}). Save it as "
                    "UTF-8.",
                    code="text_unreadable",
                    sample=record.name,
                ) from error
        case Media.TEXT_PAIR:
            return read_pair(files.read(record))
        case _:
            raise SpecError(
                f"A sample of the kind '{media.value}' is no single request. Ask about its parts.",
                code="media_without_source",
                media=media.value,
            )
