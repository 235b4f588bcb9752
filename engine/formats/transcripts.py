"""Recordings and what is said in them: a table, JSON lines, or Kaldi's ``text``.

Kaldi's ``wav.scp`` says which file an utterance is; without one it is the file of that name.
Of Common Voice those lists are read that people confirmed.

Source: https://github.com/common-voice/cv-dataset#tsv-files-structure
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.refused import says_nothing
from engine.formats.checks.unused_files import unused_files
from engine.formats.file_texts import FileText, list_files, read_list, rules_for
from engine.formats.findings import none_not_held, repeated_sample, text_empty
from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns, RoleRules
from engine.formats.layout import Copy, FileTree, Item, Param, Problem, Written
from engine.formats.reading.encodings import read_lines
from engine.formats.reading.media import RECORDINGS, MediaIndex
from engine.formats.reading.paths import FreePaths
from engine.formats.recognition.mapped_signs import of_files
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.pieces import Spool

_TEXT_COLUMNS = ("transcript", "text", "sentence", "transcription", "文本", "转写")
COLUMN_RULES: RoleRules = rules_for(_TEXT_COLUMNS)
_HOLDS = frozenset({"texts", "split"})
_KALDI_FILES = "wav.scp"
TABLE = "transcripts.csv"
_CONFIRMED, _UNCONFIRMED = "validated.tsv", frozenset(("invalidated.tsv", "other.tsv"))


def read(
    tree: FileTree, *, multi_label: bool = False, given: GivenColumns = NOTHING_GIVEN
) -> Iterator[Item | Problem]:
    """Yield a recording per line of the lists, then those that no list names.

    Raises:
        DataError: ``format_mismatch`` when there is no recording, or no list names one.
    """
    recordings = MediaIndex(tree, suffixes=RECORDINGS)
    lists, scripts = list_files(tree), _scripts(tree)
    num_items = 0
    if recordings.names:
        paths, problems = _kaldi_paths(tree, scripts)
        yield from problems
        seen: dict[str, str] = {}
        for name in lists:
            if _is_unconfirmed(tree, name):
                yield _unconfirmed(tree, name, given)
                continue
            for line in read_list(tree, name, COLUMN_RULES, given):
                found = _item(line, name, recordings, paths, seen)
                num_items += isinstance(found, Item)
                yield found
    if not num_items:
        raise DataError(
            "No list names a recording with what is said in it. Add a transcripts.csv with the "
            "header 'file,transcript' beside the recordings.",
            code="format_mismatch",
            format="transcripts",
        )
    for name in recordings.unused():
        yield Item(place=name, name=name, file=name, is_annotated=False)
    yield from unused_files(tree, {*recordings.names, *lists, *scripts})


def _is_unconfirmed(tree: FileTree, name: str) -> bool:
    """Tell the lists of Common Voice whose sentences were voted wrong, or not voted on enough."""
    path = PurePosixPath(name)
    confirmed = str(path.with_name(_CONFIRMED))
    return path.name.lower() in _UNCONFIRMED and confirmed in tree.names()


def _unconfirmed(tree: FileTree, name: str, given: GivenColumns) -> Problem:
    num = sum(isinstance(line, FileText) for line in read_list(tree, name, COLUMN_RULES, given))
    text = (
        f"The {num} sentences of this list were voted wrong, or not confirmed by enough people; "
        f"they are left out. Bring the list without '{_CONFIRMED}' beside it to have them."
    )
    params: dict[str, Param] = {"num": num, "file": _CONFIRMED}
    return Problem("list_unconfirmed", name, text, params, num)


def _scripts(tree: FileTree) -> list[str]:
    return [name for name in tree.names() if PurePosixPath(name).name == _KALDI_FILES]


def _kaldi_paths(tree: FileTree, scripts: list[str]) -> tuple[dict[str, str], list[Problem]]:
    """Return the file of each utterance; commands that would have to be run are not."""
    paths: dict[str, str] = {}
    problems: list[Problem] = []
    for name in scripts:
        lines, wrong = read_lines(tree, name)
        problems.extend(wrong)
        for line in lines:
            key, _, path = line.partition(" ")
            if path and not path.endswith("|"):
                paths[key] = path.strip()
    return paths, problems


def _item(
    line: FileText | Problem,
    name: str,
    recordings: MediaIndex,
    paths: dict[str, str],
    seen: dict[str, str],
) -> Item | Problem:
    if isinstance(line, Problem):
        return line
    file = recordings.locate(paths.get(line.file, line.file), beside=name)
    if isinstance(file, Problem):
        return replace(file, place=line.place, num_lost=1)
    if not line.text.strip():
        return text_empty(line.place)
    recordings.claim(file)
    if file in seen:
        num_lost = int(seen[file] != line.text)
        return repeated_sample(line.place, file).losing(num_lost)
    seen[file] = line.text
    word = line.split
    return Item(
        line.place,
        file,
        file=file,
        texts=(line.text,),
        split=word.split,
        unknown_split=word.unknown,
    )


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``audio/`` and the table of what is said in them."""
    paths = FreePaths()
    with Spool() as spool:
        spool.add_row(TABLE, ["file", "transcript", "split"])
        for item in items:
            yield from conversion_losses(item, holds=_HOLDS)
            if says_nothing(item):
                yield none_not_held(item)
            if item.split and not item.texts:
                yield not_held(item, "split", 1)
            if len(item.texts) > 1:
                yield not_held(item, "texts", len(item.texts) - 1)
            path = paths.take(f"audio/{PurePosixPath(item.name).name}")
            yield Copy(item, path)
            if item.texts:
                split = item.split.value if item.split else ""
                spool.add_row(TABLE, [path, item.texts[0], split])
        yield from spool.pieces()


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    return of_files(signs, COLUMN_RULES)
