"""JSON lines: one object a line, for every kind of sample and annotation; nothing is lost in it.

An array of such objects is read too.

See ``docs/reference/formats.md`` for the object in full.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any, TextIO

from engine.errors import DataError
from engine.formats import text_pairs
from engine.formats.checks.unused_files import unused_files
from engine.formats.file_texts import FILE_COLUMNS
from engine.formats.findings import line_too_long, malformed, missing_sample, row_damaged
from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns, RoleRule, RoleRules
from engine.formats.json_lines.annotations import AnnotationError, JsonAnnotations, num_annotations
from engine.formats.json_lines.cluener import from_cluener
from engine.formats.json_lines.doccano import from_doccano
from engine.formats.json_lines.prodigy import from_prodigy
from engine.formats.json_lines.tokens import from_tokens
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.reading.contents import pair_content, read_pair, text_content
from engine.formats.reading.encoding_guess import is_damaged
from engine.formats.reading.encodings import lines_of, open_text, unreadable
from engine.formats.reading.json_stream import JsonError, Unusable, iterate_json
from engine.formats.reading.paths import FreePaths
from engine.formats.reading.values import MALFORMED, parse_json, reason_of
from engine.formats.reading.videos import name_in_archive
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.splitting.split_words import split_word
from engine.formats.tables.column_names import LABEL_COLUMNS, SPLIT_COLUMNS, TEXT_COLUMNS
from engine.formats.tables.json_fields import MAX_LINE, Renaming, field_roles, is_array
from engine.formats.text_table import row_name
from engine.formats.writing.pieces import Spool
from engine.specs.data import Region
from engine.specs.samples.geometry import Span

_SUFFIXES = frozenset((".jsonl", ".ndjson", ".json"))
_FILE_KEYS = ("file", "image", "audio", "video")
_MARKS = frozenset(
    ["label", "labels", "spans", "regions", "relations", "value", "texts", "captions", "transcript"]
)
COLUMN_RULES: RoleRules = {
    "file": RoleRule(FILE_COLUMNS),
    "text": RoleRule(TEXT_COLUMNS),
    "text1": RoleRule(text_pairs.COLUMN_RULES["text1"].names),
    "text2": RoleRule(text_pairs.COLUMN_RULES["text2"].names),
    "label": RoleRule(LABEL_COLUMNS),
    "score": RoleRule(text_pairs.COLUMN_RULES["score"].names),
    "spans": RoleRule(("spans", "entities", "ents")),
    "split": RoleRule(SPLIT_COLUMNS),
}
_KNOWN = _MARKS | {*_FILE_KEYS, "text", "text1", "text2", "name", "split", "id"}


def read(
    tree: FileTree, *, multi_label: bool = False, given: GivenColumns = NOTHING_GIVEN
) -> Iterator[Item | Problem]:
    """Yield a sample per line.

    Raises:
        DataError: ``format_mismatch`` when no line is an object with a text or a file.
    """
    names = [name for name in tree.names() if PurePosixPath(name).suffix.lower() in _SUFFIXES]
    used = set(names)
    num_items = 0
    wrong: Problem | None = None
    for name in names:
        for found in _read_file(tree, name, given):
            if isinstance(found, Item):
                num_items += 1
                used.add(found.file or "")
            elif found.code in ("json_line_malformed", "sample_missing"):
                wrong = wrong or found
            yield found
    if wrong is not None and not num_items:
        reason = str(wrong.params.get("reason", wrong.message))
        raise DataError(
            f"No line can be used; the first one, {wrong.place}: {reason}. Write one JSON object a "
            'line such as {"text": "…", "labels": ["…"]} or {"file": "a.png", "labels": ["…"]}, or '
            "say which field is what.",
            code="json_lines_unusable",
            place=wrong.place,
            reason=reason,
        )
    if not num_items:
        raise DataError(
            'No line is an object such as {"text": "…", "labels": ["…"]}. Write one JSON object a '
            "line into a .jsonl file.",
            code="format_mismatch",
            format="json_lines",
        )
    yield from unused_files(tree, used)


def _read_file(tree: FileTree, name: str, given: GivenColumns) -> Iterator[Item | Problem]:
    try:
        roles = field_roles(tree, name, COLUMN_RULES, given)
        stream, problems = open_text(tree, name)
    except OSError as error:
        yield unreadable(name, error)
        return
    except DataError as error:
        yield Problem(error.code, name, error.message, dict(error.params))
        return
    yield from problems
    names = set(tree.names())
    with stream:
        if is_array(stream, name):
            yield from _read_array(stream, name, names, roles)
            return
        for number, line in lines_of(stream, MAX_LINE):
            if line is None:
                yield line_too_long(f"{name}:{number}", MAX_LINE)
            elif is_damaged(line):
                yield row_damaged(f"{name}:{number}")
            elif line.strip():
                yield from _read_line(line, name, number, names, roles)


def _read_array(
    stream: TextIO, name: str, names: set[str], fields: Renaming | None
) -> Iterator[Item | Problem]:
    """Yield what the objects of one array say, which many programs write instead of lines."""
    try:
        for member in iterate_json(stream):
            if member.key == "" and member.index is not None:
                yield from _read_value(member.value, name, member.index + 1, names, fields)
    except (JsonError, OSError) as error:
        yield malformed(name, error)


def _read_line(
    line: str, name: str, number: int, names: set[str], fields: Renaming | None
) -> Iterator[Item | Problem]:
    try:
        value = parse_json(line)
    except MALFORMED as error:
        value = Unusable(reason_of(error))
    yield from _read_value(value, name, number, names, fields)


def _read_value(
    value: Any, name: str, number: int, names: set[str], fields: Renaming | None
) -> Iterator[Item | Problem]:
    place = f"{name}:{number}"
    try:
        if isinstance(value, Unusable):
            raise AnnotationError(value.reason)
        if not isinstance(value, dict):
            raise AnnotationError("the line is no object")
        shown = ", ".join(map(str, sorted(value)))[:100]
        if fields is not None:
            value = fields.apply(value, _KNOWN)
        value = from_tokens(from_prodigy(from_doccano(from_cluener(value))))
        sample = _sample(value, name, number, names, shown)
        if isinstance(sample, Problem):
            yield sample.losing(num_annotations(value))
            return
        annotations = JsonAnnotations(place, value, _text(value))
        item = annotations.apply(sample)
    except MALFORMED as error:
        reason = reason_of(error)
        text = f"The line cannot be used ({reason}) and is left out."
        yield Problem(
            "json_line_malformed", place, text, {"reason": reason}, num_annotations(value)
        )
        return
    yield from annotations.problems
    unknown = sorted(value.keys() - _KNOWN)
    if unknown:
        shown = ", ".join(unknown)[:100]
        text = f"These fields are not read: {shown}."
        yield Problem("json_fields_unknown", place, text, {"fields": shown})
    yield item


def _text(value: dict[str, Any]) -> str | None:
    return value["text"] if isinstance(value.get("text"), str) else None


def _sample(
    value: dict[str, Any], table: str, number: int, names: set[str], fields: str
) -> Item | Problem:
    """Return the sample of a line without its annotations; ``fields`` are those it came with.

    Raises:
        AnnotationError: when the line names none.
    """
    place = f"{table}:{number}"
    given_split = value.get("split")
    word = split_word("" if given_split is None else str(given_split), table)
    parts: dict[str, Any] = {
        "place": place,
        "split": word.split,
        "unknown_split": word.unknown,
        "is_annotated": bool(value.keys() & _MARKS),
    }
    given = next((value[key] for key in _FILE_KEYS if isinstance(value.get(key), str)), None)
    if given is not None:
        path = unicodedata.normalize("NFC", given).replace("\\", "/").removeprefix("./")
        beside = str(PurePosixPath(table).parent / path)
        file = next((one for one in (beside, path) if one in names), None)
        if file is None:
            return missing_sample(place, given)
        return Item(name=_name(value, file), file=file, **parts)
    if isinstance(value.get("text"), str):
        if not value["text"].strip():
            raise AnnotationError("'text' is empty")
        name = _name(value, row_name(table, number))
        return Item(name=name, content=text_content(value["text"]), **parts)
    if isinstance(value.get("text1"), str) and isinstance(value.get("text2"), str):
        name = _name(value, row_name(table, number, ".json"))
        return Item(name=name, content=pair_content(value["text1"], value["text2"]), **parts)
    raise AnnotationError(
        "it has neither 'text' nor 'text1' and 'text2' nor 'file', 'image', 'audio' or 'video'; "
        f"its fields are {fields or 'none'}"
    )


def _name(value: dict[str, Any], otherwise: str) -> str:
    """Return what a line calls its sample."""
    given = value.get("name")
    return given if isinstance(given, str) and given.strip() else otherwise


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield ``samples.jsonl``, and copies to ``files/`` of samples that are no texts or pairs."""
    paths = FreePaths()
    with Spool() as spool:
        spool.add("samples.jsonl", "")
        for item in items:
            value = _inline(item)
            if value is None:
                path = paths.take(f"files/{name_in_archive(item.name)}")
                value = {"file": path}
                yield Copy(item, path)
            value |= _marks(item)
            spool.add("samples.jsonl", json.dumps(value, ensure_ascii=False) + "\n")
        yield from spool.pieces()


def _inline(item: Item) -> dict[str, Any] | None:
    """Return the sample itself where it is a text or a pair, ``None`` for other files."""
    if item.content is None:
        return None
    if PurePosixPath(item.name).suffix.lower() == ".json":
        try:
            text1, text2 = read_pair(item.content)
        except DataError:
            return None
        return {"text1": text1, "text2": text2, "name": item.name}
    try:
        text = item.content.decode()
    except UnicodeDecodeError:
        return None
    return {"text": text, "name": item.name} if text.strip() and "\x00" not in text else None


def _marks(item: Item) -> dict[str, Any]:
    value: dict[str, Any] = {}
    if item.labels or (item.is_annotated and not (item.regions or item.texts or item.value)):
        value["labels"] = list(item.labels)
    spans = [region for region in item.regions if isinstance(region.geometry, Span)]
    others = [region for region in item.regions if not isinstance(region.geometry, Span)]
    if spans:
        value["spans"] = [_span(region) for region in spans]
    if others:
        value["regions"] = [one.model_dump(mode="json", exclude_none=True) for one in others]
    if item.relations:
        value["relations"] = [relation.model_dump() for relation in item.relations]
    if item.texts:
        value["texts"] = list(item.texts)
    if item.value is not None:
        value["value"] = item.value
    if item.split:
        value["split"] = item.split.value
    return value


def _span(region: Region) -> dict[str, Any]:
    assert isinstance(region.geometry, Span)
    span: dict[str, Any] = {"start": region.geometry.start, "end": region.geometry.end}
    span |= {"label": region.label, "id": region.id}
    if region.text is not None:
        span["text"] = region.text
    if region.attributes:
        span["attributes"] = region.attributes
    if region.points:
        span["points"] = [point.model_dump() for point in region.points]
    return span


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = sum(
        signs.text(name).lstrip().startswith("{") for name in signs.ending(".jsonl", ".ndjson")[:5]
    )
    if not num:
        return None
    return Sign(0.9, "objects_by_line", f"{num} file(s) hold a JSON object per line.", {"num": num})
