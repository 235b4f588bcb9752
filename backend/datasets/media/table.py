"""Tables in CSV, Excel and Parquet files: their columns, and rows as text."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import json
import zipfile
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import IO, Any, BinaryIO, cast

from backend.datasets.media.content import Content, open_content, size_of, whole
from backend.datasets.media.properties import MediaProperties, Problem, excerpt_of
from engine.errors import DataError
from engine.formats.layout import Problem as FormatProblem
from engine.formats.tables.formulas import is_formula, unguarded
from engine.formats.tables.notes import preview_notes_of, table_notes_of, totals_of, unreasoned
from engine.formats.tables.parquet_rows import cell_text, columns_of, open_parquet
from engine.formats.tables.plain_tables import LAST_ROWS, plain_csv, plain_rows
from engine.formats.tables.preview import HEAD_BYTES, TablePreview, preview_table
from engine.formats.tables.raw_tables import kind_of
from engine.formats.tables.rows import is_open_quote
from engine.formats.tables.typed_cells import typed_rows
from engine.formats.tables.workbook_parts import WorkbookError
from engine.specs.samples.table_reading import TableReading

CSV_TYPE = "text/csv; charset=utf-8"
EXCEL_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PARQUET_TYPE = "application/vnd.apache.parquet"
MAX_COLUMNS = 10_000
_DELIMITERS = (",", ";", "\t", "|")
_PIECE = 1 << 20
# What the parts of a workbook may be when they are unpacked; texts are all held at once.
_MAX_WORKBOOK_BYTES = 2**30
_MAX_TEXTS_BYTES = 200 * 2**20

Row = Sequence[str | None]


class Unreadable(Exception):
    """A file that is no table; carries the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(frozen=True)
class Table:
    """The names of the columns, and the rows as they come; an empty cell is ``None``."""

    names: tuple[str, ...]
    rows: Iterator[Row]
    num_rows: int | None = None


def examine(content: Content, reading: Mapping[str, Any]) -> MediaProperties | Problem:
    """Return the properties of a table; one that reads right in one way only is written anew."""
    try:
        looked = _looked(content, TableReading.model_validate_json(json.dumps(reading)))
        if len(looked.columns) > MAX_COLUMNS:
            return _too_wide(len(looked.columns))
        return _plain(content, looked) if looked.is_plain else _written_anew(content, looked)
    except DataError as error:
        return Problem(error.code, error.message, dict(error.params))
    except Unreadable as error:
        return error.problem


def preview_of(
    content: Content, reading: Mapping[str, Any], *, is_whole: bool = True
) -> dict[str, Any]:
    """Return a ``TablePreview`` as a document.

    Raises:
        Unreadable: when the table cannot be read so.
    """
    try:
        wanted = TableReading.model_validate_json(json.dumps(reading))
        looked = _looked(content, wanted, is_whole=is_whole)
    except DataError as error:
        raise Unreadable(Problem(error.code, error.message, dict(error.params))) from error
    return asdict(looked) | {
        "reading": looked.reading.model_dump(mode="json"),
        "reasons": [reason.model_dump(mode="json") for reason in looked.reasons],
        "notes": [
            {"code": one.code, "params": one.params, "message": one.message}
            for one in unreasoned(looked, "")
        ],
    }


def _looked(content: Content, reading: TableReading, *, is_whole: bool = True) -> TablePreview:
    """Look at the beginning of a text, which may be larger than memory, or at a whole workbook."""
    with open_content(content) as file:
        head = file.read(HEAD_BYTES)
        if kind_of(head) == "workbook":
            try:
                _check_workbook(file)
            except zipfile.BadZipFile as error:
                raise Unreadable(_damaged(str(error))) from error
    if kind_of(head) != "text":
        return preview_table(whole(content), reading)
    if reading.encoding == "auto" and is_whole and _is_utf8(content):
        reading = reading.model_copy(update={"encoding": "utf-8"})
        found = preview_table(head, reading, is_whole=size_of(content) <= HEAD_BYTES)
        if all(one.is_sure for one in found.reasons if one.part == "date_order"):
            return found
        # Only dates further below may tell which part of them is the day.
        return preview_table(whole(content), reading)
    if is_whole:
        return preview_table(whole(content), reading)
    return preview_table(head, reading, is_whole=False)


def _plain(content: Content, looked: TablePreview) -> MediaProperties | Problem:
    """Return the properties of a table that is kept as it is, but for the mark of its encoding."""
    with open_content(content) as file:
        head = file.read(4)
    kind, media_type = kind_of(head), _media_type(head)
    has_mark = head.startswith(codecs.BOM_UTF8)
    kept = whole(content).removeprefix(codecs.BOM_UTF8) if has_mark else content
    with open_content(kept) as file:
        if kind == "text" and not _is_even_and_harmless(file):
            return _written_anew(content, looked)
        table = open_table(file, media_type)
        last: deque[Row] = deque(maxlen=LAST_ROWS)
        counted = table.num_rows
        if counted is None:
            counted = 0
            for row in table.rows:
                last.append(row)
                counted += 1
    if counted == 0:
        return _empty()
    suffixes = {"parquet": (".parquet",), "workbook": (".xlsx",)}.get(kind, (".csv", ".tsv"))
    return MediaProperties(
        content=kept,
        media_type=media_type,
        num_rows=counted,
        excerpt=excerpt_of(", ".join(table.names)),
        reading=looked.reading.model_dump(mode="json"),
        suffixes=suffixes,
        notes=_notes_of([*preview_notes_of(looked, ""), *totals_of(last, "")]),
    )


def _is_even_and_harmless(file: IO[bytes]) -> bool:
    """Tell whether all rows fit, and no cell is one that a spreadsheet would run; rewind the file.

    Only the beginning of it was looked at. A row whose quotation mark is never closed does not fit.
    """
    rows = _raw_csv(file)
    width = None
    found = True
    try:
        for row in rows:
            width = len(row) if width is None else width
            found = len(row) == width and not any(map(is_formula, row))
            if not found:
                break
    except Unreadable:
        found = False
    # Now, and not when it is collected: the reader around the file has read ahead, and would close
    # it.
    rows.close()
    file.seek(0)
    return found


def _written_anew(content: Content, looked: TablePreview) -> MediaProperties | Problem:
    """Return the properties of a table that becomes plain CSV; the file itself is kept."""
    given = whole(content)
    table = plain_rows(given, looked)
    kept = plain_csv(table)
    notes = [*table.problems, *table_notes_of(looked, table, "")]
    if table.num_rows == 0:
        return _no_row_closed(table.problems) if table.problems else _empty()
    return MediaProperties(
        content=kept,
        media_type=CSV_TYPE,
        num_rows=table.num_rows,
        excerpt=excerpt_of(", ".join(table.names)),
        original_type=_media_type(given),
        reading=looked.reading.model_dump(mode="json"),
        uneven=asdict(table.uneven) if table.uneven.num else {},
        suffixes=(".csv",),
        notes=_notes_of(notes),
    )


def _notes_of(problems: Iterable[FormatProblem]) -> tuple[Problem, ...]:
    return tuple(Problem(one.code, one.message, one.params, one.place) for one in problems)


def _media_type(content: bytes) -> str:
    return {"parquet": PARQUET_TYPE, "workbook": EXCEL_TYPE}.get(kind_of(content), CSV_TYPE)


def _empty() -> Problem:
    return Problem(
        "table_empty",
        "The table has no row of values that can be used. Look whether its first row was taken for "
        "names of columns, or leave it out.",
    )


def _too_wide(num: int) -> Problem:
    return Problem(
        "table_too_wide",
        f"The table has {num} columns; at most {MAX_COLUMNS} are accepted. Divide it.",
        {"num": num, "maximum": MAX_COLUMNS},
    )


def open_table(file: IO[bytes], media_type: str) -> Table:
    """Open a stored table of any size; the file has to stay open while rows are asked for.

    Raises:
        Unreadable: when it is damaged, or its header is none.
    """
    if media_type == PARQUET_TYPE:
        return _parquet(file)
    rows = _excel(file) if media_type == EXCEL_TYPE else _csv(file)
    header = next(rows, None)
    if header is None:
        raise Unreadable(_headless())
    names = tuple((cell or "").strip() for cell in header)
    _check_names(names)
    if media_type == EXCEL_TYPE:
        rows = _named(rows, len(names))
    return Table(names, _squared(rows, len(names)))


def _is_utf8(content: Content) -> bool:
    """Tell whether a text can be kept as it is, without having all of it in memory."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    is_blank = True
    try:
        with open_content(content) as file:
            if file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8:
                return False
            file.seek(0)
            while piece := file.read(_PIECE):
                text = decoder.decode(piece)
                if "\x00" in text:
                    return False
                is_blank = is_blank and not text.strip()
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return not is_blank


def _check_names(names: tuple[str, ...]) -> None:
    if not any(names):
        raise Unreadable(_headless())
    if len(names) > MAX_COLUMNS:
        raise Unreadable(_too_wide(len(names)))
    if "" in names or len(set(names)) < len(names):
        raise Unreadable(_headless())


def _csv(file: IO[bytes]) -> Iterator[Row]:
    for row in _raw_csv(file):
        yield [unguarded(cell) if cell != "" else None for cell in row]


def _raw_csv(file: IO[bytes]) -> Generator[list[str], None, None]:
    """Yield the rows that are not empty, with their cells as they stand in the file."""
    header = file.readline().decode()
    delimiter = max(_DELIMITERS, key=header.count)
    file.seek(0)
    lines = io.TextIOWrapper(cast(io.BufferedReader, file), encoding="utf-8", newline="")
    try:
        given: list[str] = []
        line = num_read = 0
        last = ""
        for row in csv.reader(_noted(lines, given), delimiter=delimiter):
            if row:
                yield row
            line, num_read, last = num_read + 1, num_read + len(given), "".join(given)
            given.clear()
        if is_open_quote(last, delimiter):
            raise Unreadable(_quote_open(line))
    except csv.Error as error:
        raise Unreadable(_damaged(str(error))) from error
    finally:
        # The file is its opener's to close, and may be closed when nobody asks for more rows.
        if not file.closed:
            lines.detach()


def _noted(lines: Iterable[str], given: list[str]) -> Iterator[str]:
    """Yield lines, and note those that a row was made of."""
    for line in lines:
        given.append(line)
        yield line


def _excel(file: IO[bytes]) -> Iterator[Row]:
    try:
        _check_workbook(file)
        for _, row in typed_rows(cast(BinaryIO, file)):
            cells = [as_text(cell) for cell in row]
            if any(cell is not None for cell in cells):
                yield cells
    except (WorkbookError, zipfile.BadZipFile) as error:
        raise Unreadable(_damaged(str(error))) from error


def _named(rows: Iterable[Row], width: int) -> Iterator[Row]:
    """Yield rows, and refuse cells that stand in no column that has a name."""
    for row in rows:
        if any(cell is not None for cell in row[width:]):
            raise Unreadable(_headless())
        yield row


def _check_workbook(file: IO[bytes]) -> None:
    """Refuse a workbook that grows too large, by what its index says, before any of it is read.

    Raises:
        Unreadable: when it does.
        BadZipFile: when it is none.
    """
    with zipfile.ZipFile(file) as book:
        parts = book.infolist()
    total = sum(part.file_size for part in parts)
    texts = sum(part.file_size for part in parts if "sharedstrings" in part.filename.lower())
    if total > _MAX_WORKBOOK_BYTES or texts > _MAX_TEXTS_BYTES:
        megabytes = round(max(total, texts) / 2**20)
        raise Unreadable(
            Problem(
                "table_too_large",
                f"The workbook takes {megabytes} MB when it is unpacked, which is more than is "
                "read. Save it as CSV or Parquet, or divide it.",
                {"megabytes": megabytes},
            )
        )
    file.seek(0)


def _parquet(source: IO[bytes]) -> Table:
    import pyarrow as arrow

    num_bytes = source.seek(0, 2)
    source.seek(0)
    try:
        file = open_parquet(cast(BinaryIO, source))
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise Unreadable(_damaged(str(error))) from error
    names = tuple(file.schema_arrow.names)
    _check_names(names)

    def rows() -> Iterator[Row]:
        try:
            for columns in columns_of(file, num_bytes):
                for cells in zip(*columns, strict=True):
                    yield [as_text(cell) for cell in cells]
        except (arrow.ArrowException, OSError, ValueError) as error:
            raise Unreadable(_damaged(str(error))) from error

    return Table(names, rows(), num_rows=file.metadata.num_rows)


def _squared(rows: Iterable[Row], width: int) -> Iterator[Row]:
    """Give every row as many cells as the header; what stands beyond it has no column."""
    for row in rows:
        yield list(itertools.islice(itertools.chain(row, itertools.repeat(None)), width))


def as_text(cell: Any) -> str | None:
    """Return a cell as a CSV file would hold it."""
    return cell_text(cell) or None


def _headless() -> Problem:
    return Problem(
        "table_header_missing",
        "The table does not name every column once in its first row. Name them.",
    )


def _quote_open(line: int) -> Problem:
    return Problem(
        "table_quote_open",
        f"A quotation mark in line {line} is never closed. Close it, or write it twice where it "
        "is a letter.",
        {"line": line},
    )


def _no_row_closed(problems: Sequence[FormatProblem]) -> Problem:
    """Return the refusal of a table each row of which was left out."""
    return _quote_open(int(problems[0].place.removeprefix(":")))


def _damaged(reason: str) -> Problem:
    return Problem(
        "table_unreadable",
        f"The table cannot be read ({reason}). Save it again as CSV, XLSX or Parquet.",
        {"reason": reason},
    )
