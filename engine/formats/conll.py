"""CoNLL: a character or word a line with its tag last, an empty line between texts.

Tags are ``B-`` and ``I-`` (BIO), with ``E-`` and ``S-`` (BIOES), ``M-`` (BMES) or ``L-`` and ``U-``
(BILOU). Where every token is one character the text is put together without spaces; else there is a
space between tokens unless one of them is Chinese, Japanese or Korean. In Weibo's files a number
after each character tells its place in its word (``字0``); it is no part of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import line_too_long, unlabelled_left_out
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.reading.conll_tokens import TAG, is_wide, tagged_text, tokens_of
from engine.formats.reading.contents import text_content
from engine.formats.reading.encodings import lines_of, open_text, unreadable
from engine.formats.reading.paths import split_of_path
from engine.formats.recognition.signs import NUM_HEADS, Sign, Signs
from engine.formats.text_table import row_name
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.pieces import Spool
from engine.formats.writing.texts import text_of
from engine.specs.data import Region
from engine.specs.samples.geometry import Span

_SUFFIXES = frozenset(
    (".conll", ".bio", ".bios", ".bmes", ".bioes", ".iob", ".txt", ".tsv", ".char")
)
_PLACED = re.compile(r"(.)\d+", re.DOTALL)
_NUM_LOOKED_AT = 400
_MAX_LINE = 1 << 16
_HOLDS = frozenset({"regions", "split"})


@dataclass(frozen=True)
class _Token:
    line: int
    text: str
    tag: str


@dataclass(frozen=True)
class _Style:
    """How the tokens of a file are written."""

    is_placed: bool
    by_character: bool


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a text with its entities per block of lines.

    Raises:
        DataError: ``format_mismatch`` when no file has lines of token and tag.
    """
    names = [name for name in tree.names() if PurePosixPath(name).suffix.lower() in _SUFFIXES]
    styles = {name: style for name in names if (style := _style(tree, name)) is not None}
    if not styles:
        raise DataError(
            "No file has lines of a token and its tag, such as 'Paris B-PLACE'. Put one token on "
            "each line and an empty line between texts.",
            code="format_mismatch",
            format="conll",
        )
    for name, style in styles.items():
        yield from _read_file(tree, name, style)
    yield from unused_files(tree, set(styles))


def _style(tree: FileTree, name: str) -> _Style | None:
    """Look at the beginning of a file; ``None`` when its lines do not end in tags."""
    tokens: list[_Token] = []
    num_odd = 0
    try:
        stream, _ = open_text(tree, name)
        with stream:
            for _, line in lines_of(stream, _MAX_LINE):
                token = None if line is None else _token(line, 0)
                if token is not None:
                    tokens.append(token)
                elif line is None or line.strip():
                    num_odd += 1
                if len(tokens) == _NUM_LOOKED_AT:
                    break
    except OSError:
        return None
    if not tokens or num_odd > len(tokens):
        return None
    is_placed = all(_PLACED.fullmatch(token.text) for token in tokens)
    by_character = is_placed or all(len(token.text) == 1 for token in tokens)
    return _Style(is_placed, by_character)


def _token(line: str, number: int) -> _Token | None:
    words = line.rstrip("\r\n").split("\t") if "\t" in line else line.split()
    if len(words) < 2 or not words[0] or not TAG.fullmatch(words[-1].strip()):
        return None
    return _Token(number, words[0].strip() or words[0], words[-1].strip())


def _read_file(tree: FileTree, name: str, style: _Style) -> Iterator[Item | Problem]:
    try:
        stream, problems = open_text(tree, name)
    except OSError as error:
        yield unreadable(name, error)
        return
    yield from problems
    tokens: list[_Token] = []
    with stream:
        for number, line in lines_of(stream, _MAX_LINE):
            if line is None:
                yield line_too_long(f"{name}:{number}", _MAX_LINE)
                continue
            if line.startswith("-DOCSTART-"):
                continue
            if line.strip():
                token = _token(line, number)
                if token is None and line.startswith("#") and not tokens:
                    # CoNLL-U says so what a text is called.
                    continue
                if token is None:
                    shown = line.strip()[:50]
                    text = f"'{shown}' is no token with a tag; it is left out of its text."
                    yield Problem("line_malformed", f"{name}:{number}", text, {"num": 0})
                else:
                    tokens.append(token)
            elif tokens:
                yield from _item(name, tokens, style)
                tokens = []
    if tokens:
        yield from _item(name, tokens, style)


def _item(name: str, tokens: Sequence[_Token], style: _Style) -> Iterator[Item | Problem]:
    words = [token.text[0] if style.is_placed else token.text for token in tokens]
    found = tagged_text(words, [one.tag for one in tokens], by_character=style.by_character)
    for place in found.wrong:
        tag, line = tokens[place].tag, tokens[place].line
        wrong = f"The tag '{tag}' goes on with nothing; an entity begins here."
        yield Problem("tag_sequence", f"{name}:{line}", wrong, {"tag": tag})
    regions = tuple(
        Region(id=str(number), label=label, geometry=Span(start=start, end=end))
        for number, (start, end, label) in enumerate(found.spans, start=1)
    )
    yield Item(
        place=f"{name}:{tokens[0].line}",
        name=row_name(name, tokens[0].line),
        content=text_content(found.text),
        regions=regions,
        split=split_of_path(name),
    )


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield a file of BIO tags per split: by word if the first text has spaces, else by character.

    A text that the reader would put together otherwise is written and counted.
    """
    by_word: bool | None = None
    with Spool() as spool:
        for item in items:
            if not item.is_annotated:
                yield unlabelled_left_out(item)
                continue
            yield from conversion_losses(item, holds=_HOLDS)
            text = text_of(item, tree)
            if isinstance(text, Problem):
                yield text
                continue
            if by_word is None:
                by_word = any(letter.isspace() for letter in text.strip())
            spans, num_lost = _separate_spans(item)
            if num_lost:
                yield not_held(item, "spans", num_lost)
            tokens = tokens_of(text, [(span[0], span[1]) for span in spans], by_word=by_word)
            if not tokens:
                yield Problem("text_empty", item.name, "The text has no letters; it is left out.")
                continue
            if _rebuilt([text[a:b] for a, b in tokens], by_word) != text:
                changed = "Spaces of this text cannot be kept; its annotations stay on their words."
                yield Problem("spaces_changed", item.name, changed)
            path = f"{item.split.value}.conll" if item.split else "texts.conll"
            lines = [f"{text[a:b]}\t{_tag(a, b, spans)}\n" for a, b in tokens]
            spool.add(path, "".join(lines) + "\n")
        yield from spool.pieces()


def _rebuilt(words: Sequence[str], by_word: bool) -> str:
    text = ""
    for word in words:
        if text and by_word and not (is_wide(text[-1]) or is_wide(word[0])):
            text += " "
        text += word
    return text


def _separate_spans(item: Item) -> tuple[list[tuple[int, int, str]], int]:
    """Return spans that do not touch each other, the longest first kept, and how many did not."""
    spans = [
        (region.geometry.start, region.geometry.end, region.label or "")
        for region in item.regions
        if isinstance(region.geometry, Span)
    ]
    kept: list[tuple[int, int, str]] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept, len(item.regions) - len(kept)


def _tag(start: int, end: int, spans: Sequence[tuple[int, int, str]]) -> str:
    for left, right, label in spans:
        if left <= start and end <= right:
            return f"{'B' if left == start else 'I'}-{label}"
    return "O"


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    names = signs.ending(".conll", ".bio", ".bioes", ".ner", ".txt", ".tsv")[:NUM_HEADS]
    num = sum(_holds_tags(signs.text(name)) for name in names)
    if not num:
        return None
    return Sign(
        0.93, "tagged_words", f"{num} file(s) hold a word and its tag per line.", {"num": num}
    )


def _holds_tags(text: str) -> bool:
    """Tell lines of which most end in a tag."""
    lines = [line.split() for line in text.splitlines()[:100] if line.strip()]
    num = sum(
        len(cells) > 1 and (cells[-1] == "O" or cells[-1][:2] in ("B-", "I-", "E-", "S-"))
        for cells in lines
    )
    return num > 1 and num > 0.8 * len(lines)
