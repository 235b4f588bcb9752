"""What a decoding child does with a file of a medium (``backend.decoding.works``).

Each medium is loaded when a file of it comes: a child that looks at images is small.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from backend.datasets.media.content import LocalFile
from backend.datasets.media.properties import MediaProperties, Problem
from backend.decoding.errors import Refused
from backend.decoding.works import Done, Options, ReportProgress
from engine.errors import DataError

# How much of a table is handed over to be described: a wide one by fewer rows.
_MAX_CELLS = 500_000
_MAX_CHARACTERS = 16_000_000


def examine(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return the properties of a file, or the problem; content only where it is put in order."""
    del report_progress
    content = LocalFile(path, "", path.stat().st_size, stays=True)
    looked = _EXAMINE[options["media"]](content, options)
    if isinstance(looked, Problem):
        return Done(asdict(looked))
    return _done_with(looked)


def _image(content: LocalFile, options: Options) -> MediaProperties | Problem:
    from backend.datasets.media import image

    return image.examine(content, max_pixels=options["max_pixels"])


def _audio(content: LocalFile, options: Options) -> MediaProperties | Problem:
    from backend.datasets.media import audio

    del options
    return audio.examine(content)


def _video(content: LocalFile, options: Options) -> MediaProperties | Problem:
    from backend.datasets.media import video

    del options
    return video.examine(content)


def _table(content: LocalFile, options: Options) -> MediaProperties | Problem:
    from backend.datasets.media import table

    return table.examine(content, options["reading"])


_EXAMINE = {"image": _image, "audio": _audio, "video": _video, "table": _table}


def preview_table_file(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return how a table would be read, why, and its first rows."""
    from backend.datasets.media import table

    del report_progress
    try:
        looked = table.preview_of(
            LocalFile(path, "", path.stat().st_size, stays=True),
            options["reading"],
            is_whole=options["is_whole"],
        )
    except table.Unreadable as error:
        raise _refused(error.problem) from error
    except DataError as error:
        raise Refused(error.message, code=error.code, params=error.params) from error
    return Done(looked)


def preview_columns(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return which columns of a table are what, why, and its first rows."""
    from engine.errors import DataError
    from engine.formats.given_columns import GivenColumns
    from engine.formats.tables.column_preview import preview_columns as preview
    from engine.formats.tables.column_preview import rules_of
    from engine.specs.data import DatasetFormat
    from engine.specs.samples.column_mapping import ColumnMapping
    from engine.specs.samples.table_reading import TableReading

    del report_progress
    given = GivenColumns(
        TableReading.model_validate_json(json.dumps(options["reading"])),
        ColumnMapping.model_validate_json(json.dumps(options["mapping"])),
    )
    rules = rules_of(DatasetFormat(options["format"])) or {}
    try:
        looked = preview(
            path.read_bytes(), options["name"], rules, given, is_whole=options["is_whole"]
        )
    except DataError as error:
        raise Refused(error.message, code=error.code, params=dict(error.params)) from error
    roles = [
        asdict(role) | {"reason": role.reason and role.reason.model_dump(mode="json")}
        for role in looked.roles
    ]
    reading = looked.reading.model_dump(mode="json")
    return Done(asdict(looked) | {"reading": reading, "roles": roles})


def first_rows(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return the names of the columns and as many first rows as are wanted and may be sent."""
    from backend.datasets.media import table

    del report_progress
    rows: list[list[str | None]] = []
    num_characters = 0
    try:
        with path.open("rb") as file:
            opened = table.open_table(file, options["media_type"])
            maximum = min(options["limit"], max(1, _MAX_CELLS // len(opened.names)))
            for row in opened.rows:
                rows.append(list(row))
                num_characters += sum(len(cell) for cell in row if cell is not None)
                if len(rows) >= maximum or num_characters > _MAX_CHARACTERS:
                    break
    except table.Unreadable as error:
        raise _refused(error.problem) from error
    except DataError as error:
        raise Refused(error.message, code=error.code, params=error.params) from error
    return Done({"names": opened.names, "rows": rows})


def table_pages_of(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Write the rows of a table to the file ``target``; return what its columns hold."""
    from backend.datasets.media import table, table_pages

    try:
        with path.open("rb") as file:
            opened = table.open_table(file, options["media_type"])
            found = table_pages.write_pages(
                opened,
                Path(options["target"]),
                missing=frozenset(options["missing"]),
                total=options["total"],
                report_progress=report_progress,
            )
    except table.Unreadable as error:
        raise _refused(error.problem) from error
    except DataError as error:
        raise Refused(error.message, code=error.code, params=error.params) from error
    return Done(found)


def page_rows(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return rows of the pages of a table."""
    from backend.datasets.media import table_pages

    del report_progress
    with path.open("rb") as file:
        return Done(table_pages.read_page(file, options["offset"], options["limit"]))


def _done_with(properties: MediaProperties) -> Done:
    left_out = {"content", "original"}
    found = {name: getattr(properties, name) for name in properties.__dataclass_fields__}
    found = {name: value for name, value in found.items() if name not in left_out}
    found["notes"] = [asdict(note) for note in properties.notes]
    is_changed = isinstance(properties.content, bytes)
    content = properties.content if isinstance(properties.content, bytes) else b""
    return Done(found | {"is_changed": is_changed}, content)


def _refused(problem: Problem) -> Refused:
    return Refused(problem.message, code=problem.code, params=problem.params)
