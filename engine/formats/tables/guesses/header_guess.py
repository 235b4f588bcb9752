"""Guess whether the first row of a table holds the names of its columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.formats.tables.cells import ALWAYS_MISSING, Turn
from engine.formats.tables.guesses.guess import CLEAR_SHARE, Reasons


def guess_header(
    first: Sequence[str],
    columns: Sequence[Sequence[str]],
    turns: tuple[Turn, Turn],
    reasons: Reasons,
) -> bool:
    """Tell whether a row names the columns below it, by how unlike them it is.

    Args:
        first: the row.
        columns: the cells below it by column, without what is missing.
        turns: what read a number and a time.
        reasons: gets one.
    """
    if not any(columns):
        return _alone(first, turns, reasons)
    words: list[str] = []
    alike: list[str] = []
    for place, cell in enumerate(first[: len(columns)]):
        text = cell.strip()
        read = _reader_of(columns[place], turns)
        if text in ALWAYS_MISSING or read is None:
            continue
        (words if read(text) is None else alike).append(text)
    if alike and not _count_up(first):
        if len(words) > len(alike):
            reasons.add(
                "header",
                "words_over_values",
                f"'{words[0]}' stands over numbers or dates, as {len(words)} such words do.",
                is_sure=False,
                word=words[0],
                num=len(words),
            )
            return True
        reasons.add(
            "header",
            "first_row_like_others",
            f"'{alike[0]}' in the first row is a value like those below it.",
            is_sure=not words,
            word=alike[0],
            num=len(alike),
        )
        return False
    if words or alike:
        word = (words or alike)[0]
        reasons.add(
            "header",
            "words_over_values" if words else "numbers_in_order",
            f"'{word}' stands over numbers or dates: the first row holds names."
            if words
            else "The first row counts its columns: it holds names.",
            word=word,
            num=len(words),
        )
        return True
    return _among_words(first, columns, reasons)


def _alone(first: Sequence[str], turns: tuple[Turn, Turn], reasons: Reasons) -> bool:
    """Tell whether a row with nothing below it is a header: numbers are values."""
    value = next((cell.strip() for cell in first if any(read(cell) for read in turns)), None)
    if value is None:
        reasons.add("header", "only_row_of_words", "There is one row, of words alone.")
        return True
    reasons.add(
        "header",
        "first_row_like_others",
        f"'{value}' in the first row is a value.",
        is_sure=False,
        word=value,
        num=1,
    )
    return False


def _reader_of(column: Sequence[str], turns: tuple[Turn, Turn]) -> Turn | None:
    for read in turns:
        if column and sum(read(cell) is not None for cell in column) >= CLEAR_SHARE * len(column):
            return read
    return None


def _count_up(cells: Sequence[str]) -> bool:
    """Tell numbers that count columns, such as 0, 1, 2 or years, from values."""
    digits = [cell.strip() for cell in cells if cell.strip().isdecimal()]
    steps = [int(after) - int(before) for before, after in pairwise(digits)]
    numbers = [cell for cell in cells if cell.strip()[:1].isdigit()]
    return len(digits) >= 3 and len(numbers) == len(digits) and set(steps) == {1}


def _among_words(first: Sequence[str], columns: Sequence[Sequence[str]], reasons: Reasons) -> bool:
    """Tell whether a table of words alone has a header: a value comes again, a name does not."""
    texts = [cell.strip() for cell in first]
    again = [text for text, column in zip(texts, columns, strict=False) if text in set(column)]
    named = [text for text in texts if text]
    if again:
        reasons.add(
            "header",
            "first_row_comes_again",
            f"'{again[0]}' of the first row stands below it again: it is a value.",
            is_sure=len(again) > 1,
            word=again[0],
        )
        return False
    if len(set(named)) < len(named):
        twice = next(text for text in named if named.count(text) > 1)
        reasons.add(
            "header",
            "first_row_repeats",
            f"'{twice}' stands twice in the first row: it is a value.",
            is_sure=False,
            word=twice,
        )
        return False
    reasons.add(
        "header",
        "words_of_their_own",
        "No word of the first row stands below it. Look whether they are names.",
        is_sure=False,
    )
    return True
