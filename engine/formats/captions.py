"""Images and sentences about them: a table or JSON lines with an image and a caption each line.

Several lines of one image are several captions. Flickr's ``a.jpg#0<TAB>caption`` is read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.refused import says_nothing
from engine.formats.checks.unused_files import unused_files
from engine.formats.coco.captions import holds_captions, read_captions
from engine.formats.file_texts import FileText, list_files, read_list, rules_for
from engine.formats.findings import none_not_held, text_empty
from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns, RoleRules
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.reading.images import bare_images
from engine.formats.reading.media import MediaIndex
from engine.formats.reading.paths import FreePaths
from engine.formats.recognition.mapped_signs import of_files
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.splitting.split_claims import SplitClaims
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.pieces import Spool

_TEXT_COLUMNS = ("caption", "text", "title", "sentence", "描述", "文本")
_NUMBERED = re.compile(r"#\d+$")
COLUMN_RULES: RoleRules = rules_for(_TEXT_COLUMNS)
_HOLDS = frozenset({"texts", "split"})
TABLE = "captions.csv"


@dataclass
class _Captions:
    """The captions of one image, and where the first of them stands."""

    place: str
    unknown_split: str
    texts: list[str] = field(default_factory=list)


def read(
    tree: FileTree, *, multi_label: bool = False, given: GivenColumns = NOTHING_GIVEN
) -> Iterator[Item | Problem]:
    """Yield each image with its captions, then those without any.

    Raises:
        DataError: ``format_mismatch`` when no list names an image.
    """
    images, lists = MediaIndex(tree), list_files(tree)
    found: dict[str, _Captions] = {}
    splits = SplitClaims()
    for name in lists if images.names else ():
        for line in read_list(tree, name, COLUMN_RULES, given):
            problem = _take(line, name, images, found, splits)
            if problem is not None:
                yield problem
    documents = [name for name in tree.names() if holds_captions(tree, name)]
    for name in documents if images.names else ():
        for line in read_captions(tree, name):
            problem = _take(line, name, images, found, splits)
            if problem is not None:
                yield problem
    if not found:
        raise DataError(
            "No list names an image with a caption. Add a captions.csv with the header "
            "'file,caption' beside the images.",
            code="format_mismatch",
            format="captions",
        )
    yield from splits.problems([*lists, *documents][0])
    for file, captions in found.items():
        yield Item(
            place=captions.place,
            name=file,
            file=file,
            texts=tuple(captions.texts),
            split=splits.of(file),
            unknown_split="" if splits.of(file) else captions.unknown_split,
        )
    yield from bare_images(images)
    yield from unused_files(tree, {*images.names, *lists, *documents})


def _take(
    line: FileText | Problem,
    name: str,
    images: MediaIndex,
    found: dict[str, _Captions],
    splits: SplitClaims,
) -> Problem | None:
    if isinstance(line, Problem):
        return line
    file = images.locate(_NUMBERED.sub("", line.file), beside=name)
    if isinstance(file, Problem):
        return replace(file, place=line.place, num_lost=1)
    if not line.text.strip():
        return text_empty(line.place)
    images.claim(file)
    if line.split.split is not None:
        splits.add(file, line.split.split)
    captions = found.setdefault(file, _Captions(line.place, line.split.unknown))
    captions.texts.append(line.text)
    return None


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield copies to ``images/`` and the table of captions."""
    paths = FreePaths()
    with Spool() as spool:
        spool.add_row(TABLE, ["file", "caption", "split"])
        for item in items:
            yield from conversion_losses(item, holds=_HOLDS)
            if says_nothing(item):
                yield none_not_held(item)
            if item.split and not item.texts:
                yield not_held(item, "split", 1)
            path = paths.take(f"images/{PurePosixPath(item.name).name}")
            yield Copy(item, path)
            for text in item.texts:
                spool.add_row(TABLE, [path, text, item.split.value if item.split else ""])
        yield from spool.pieces()


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    found = of_files(signs, COLUMN_RULES)
    num = len(signs.called(r"(^|/)captions[^/]*\.(csv|tsv|txt|jsonl?)$"))
    if found is not None or not num:
        return found
    return Sign(
        0.85,
        "file_and_text",
        f"{num} table(s) have a column of files and one of texts.",
        {"num": num},
    )
