"""What a model is asked of files: a file each, or the rows of tables and the lines of texts."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import easel.runtime
from easel.errors import EaselError

from engine.disk import writing_to
from engine.errors import DataError
from engine.formats.reading.trees import FolderTree
from engine.formats.tables.plain_tables import plain_rows
from engine.formats.tables.preview import preview_table
from engine.predictions.contents import Contents
from engine.specs.predictions import PredictionInput, PredictionProblem
from engine.specs.samples.table_reading import TableReading

TABLES = (".csv", ".tsv", ".xlsx", ".parquet")
DOCUMENTS = (".json", ".jsonl")
LINES = ".txt"
_TEXT_LENGTH = 120
_MAX_TEXT_BYTES = 8 * _TEXT_LENGTH
SERIES = "series"
"""The kind of input whose table is one input, rather than one per row."""


class InputReader:
    """Reads files as the inputs of one model."""

    def __init__(
        self, model: easel.runtime.Model, contents: Contents, *, splits_texts: bool
    ) -> None:
        self._contents = contents
        self._splits_texts = splits_texts
        self._pipeline = model.pipeline
        self._kind = str(model.manifest.input["kind"])
        parts = model.pipeline.parts
        self._value = next((one.name for one in parts if not (one.is_file or one.is_text)), None)
        # What may be sent without any other part, and means something alone.
        alone = [
            one
            for one in parts
            if self._value is None and not any(two.required for two in parts if two is not one)
        ]
        self._lone_file = next((one for one in alone if one.is_file), None)
        self._lone_text = next((one.name for one in alone if one.is_text), None)
        self._texts = tuple(one.name for one in parts if one.is_text)
        self._has_one_part = len(parts) == 1

    @property
    def is_by_file(self) -> bool:
        """Whether each file is one input, so that nothing has to be read to count them."""
        if not self._has_one_part:
            return False
        return self._lone_file is not None or (
            self._lone_text is not None and not self._splits_texts
        )

    def takes(self, name: str) -> bool:
        """Tell whether the name of a file is that of one the model takes."""
        if self._is_lone_file(name):
            return True
        if self._lone_file is not None and self._has_one_part:
            return False
        suffix = PurePosixPath(name).suffix.lower()
        return suffix in (*TABLES, *DOCUMENTS, *([LINES] if self._lone_text else []))

    def inputs_of(self, file: PredictionInput) -> Iterator[PredictionInput]:
        """Yield the inputs of a file; one with the reason when it cannot be read."""
        if self.is_by_file or file.problem is not None or self._is_one_input(file.name):
            yield file
            return
        try:
            yield from list(self._rows_of(file))
        except (DataError, EaselError, OSError, ValueError) as error:
            yield PredictionInput(
                id=file.id, name=file.name, file=file.file, problem=problem_of(error)
            )

    def source(self, given: PredictionInput) -> easel.runtime.Source:
        """Return an input as the model takes it.

        Raises:
            EaselError: when a part is missing.
            OSError: when its file cannot be read.
        """
        if given.parts is None:
            content = self._contents.read(given.file)
            if self._has_one_part:
                return content
            assert self._lone_file is not None, "other files are divided into parts"
            return {self._lone_file.name: content}
        source: easel.runtime.Source = self._pipeline.source(given.parts)
        return source

    def text_of(self, given: PredictionInput, source: easel.runtime.Source) -> str | None:
        """Return the first words of an input, ``None`` of one that is no text.

        Args:
            given: the input.
            source: what the model is given for it.
        """
        if given.parts is not None:
            values = (given.parts.get(name) for name in self._texts)
            found = [one for one in values if isinstance(one, str)]
        elif self._has_one_part and self._lone_text is not None and isinstance(source, bytes):
            found = [source[:_MAX_TEXT_BYTES].decode("utf-8-sig", "ignore")]
        else:
            return None
        return " | ".join(map(_beginning, found)) if found else None

    def _is_one_input(self, name: str) -> bool:
        """Tell whether a file is a whole input of a model that takes texts and tables as well."""
        suffix = PurePosixPath(name).suffix.lower()
        return self._lone_file is not None and suffix not in (*TABLES, *DOCUMENTS, LINES)

    def _is_lone_file(self, name: str) -> bool:
        if self._lone_file is None:
            return False
        media = mimetypes.guess_type(name)[0] or ""
        return media.startswith(self._lone_file.media)

    def _rows_of(self, file: PredictionInput) -> Iterator[PredictionInput]:
        content = self._contents.read(file.file)
        suffix = PurePosixPath(file.name).suffix.lower()
        if self._lone_text is not None and suffix not in (*TABLES, *DOCUMENTS):
            lines = content.decode("utf-8-sig").splitlines()
            parts: Iterable[Any] = (
                {self._lone_text: one} if one.strip() else None for one in lines
            )
        elif suffix in DOCUMENTS or (self._value is None and suffix not in TABLES):
            parts = map(self._parts, _documents(content, suffix))
        elif self._kind == SERIES:
            rows = list(_table_rows(content))
            columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
            yield PredictionInput(id=file.id, name=file.name, parts={str(self._value): columns})
            return
        else:
            parts = map(self._parts, _table_rows(content))
        for number, one in enumerate(parts, 1):
            if one is not None:
                yield PredictionInput(
                    id=f"{file.id}:{number}", name=f"{file.name}:{number}", parts=one
                )

    def _parts(self, row: Any) -> Mapping[str, Any]:
        """Return the parts of a request that a row or document holds."""
        if self._lone_text is not None and isinstance(row, str):
            return {self._lone_text: row}
        if not isinstance(row, Mapping):
            kind = type(row).__name__
            raise DataError(
                f"It holds a {kind} where fields are expected.",
                code="input_without_fields",
                found=kind,
            )
        if self._value is not None:
            return row if set(row) == {self._value} else {self._value: row}
        names = [part.name for part in self._pipeline.parts]
        found = {name: row[name] for name in names if row.get(name) not in (None, "")}
        if not found and self._lone_text is not None and len(row) == 1:
            # A table of one column can mean nothing else.
            found = {self._lone_text: next(iter(row.values()))}
        if not found:
            missing, columns = " or ".join(map(repr, names)), ", ".join(row)
            raise DataError(
                f"It has no column {missing} among {columns}.",
                code="input_columns_missing",
                missing=missing,
                columns=columns,
            )
        return found


def _beginning(text: str) -> str:
    """Return the first words of a text in one line."""
    line = " ".join(text[: 2 * _TEXT_LENGTH].split())
    is_whole = len(line) <= _TEXT_LENGTH and len(text) <= 2 * _TEXT_LENGTH
    return line if is_whole else f"{line[:_TEXT_LENGTH].rstrip()}…"


def folder_inputs(folder: Path, reader: InputReader) -> Iterator[PredictionInput]:
    """Yield the inputs of all files of a folder that the model takes, by their paths.

    Raises:
        DataError: ``no_samples`` when there are none.
    """
    tree = FolderTree(folder)
    names = [name for name in tree.names() if reader.takes(name)]
    left_out = [one for one in tree.problems() if reader.takes(one.place)]
    if not names and not left_out:
        raise DataError(
            f"The folder '{folder.name}' holds no file that the model takes. Choose one with some.",
            code="no_samples",
            folder=folder.name,
        )
    for problem in left_out:
        yield PredictionInput(
            id=problem.place,
            name=problem.place,
            problem=PredictionProblem(code=problem.code, message=problem.message),
        )
    for name in names:
        place = tree.path(name).relative_to(folder.resolve()).as_posix()
        yield from reader.inputs_of(PredictionInput(id=name, file=place, name=name))


def write_inputs(path: Path, inputs: Iterable[PredictionInput]) -> None:
    """Write all inputs, or none.

    Raises:
        ResourceError: ``disk_full``.
    """
    part = path.with_suffix(".part")
    with writing_to(path):
        with part.open("wb") as file:
            for one in inputs:
                file.write(one.model_dump_json(exclude_defaults=True).encode() + b"\n")
        part.replace(path)


def problem_of(error: Exception) -> PredictionProblem:
    """Return why an input is not predicted, for people."""
    if isinstance(error, (DataError, EaselError)):
        return PredictionProblem(code=error.code, message=error.message, params=error.params)
    if isinstance(error, UnicodeDecodeError):
        message = f"The text is not UTF-8 (byte {error.start}). Save it as UTF-8."
        return PredictionProblem(
            code="input_not_utf8", message=message, params={"byte": error.start}
        )
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    reason = reason.rstrip(".")
    return PredictionProblem(
        code="input_unreadable",
        message=f"The input cannot be read: {reason}.",
        params={"reason": reason},
    )


def _table_rows(content: bytes) -> Iterator[dict[str, str]]:
    """Yield the rows of a table by the names of its columns."""
    looked = preview_table(content, TableReading())
    table = plain_rows(content, looked)
    for row in table.rows:
        yield dict(zip(table.names, row, strict=True))


def _documents(content: bytes, suffix: str) -> list[Any]:
    text = content.decode("utf-8-sig")
    if suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    document = json.loads(text)
    return document if isinstance(document, list) else [document]
