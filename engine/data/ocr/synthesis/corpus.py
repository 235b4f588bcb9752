"""Texts to draw: the user's own words, or numbers, dates, prices and made-up words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

_CONSONANTS, _VOWELS = "bcdfghjklmnprstvwz", "aeiou"
_MARKS = ("{}", "{}.", "{}:", "({})", "{}%", "-{}")
Random = np.random.Generator


def draw_text(random: Random, words: Sequence[str] = ()) -> str:
    """Return one short text.

    Args:
        random: the source of chance.
        words: to choose from; without any, numbers, dates, prices, codes and made-up words.
    """
    if words:
        return words[int(random.integers(len(words)))]
    return _MAKERS[int(random.integers(len(_MAKERS)))](random)


def _number(random: Random) -> str:
    digits = int(random.integers(1, 9))
    value = str(int(random.integers(10 ** (digits - 1), 10**digits)))
    return _MARKS[int(random.integers(len(_MARKS)))].format(value)


def _date(random: Random) -> str:
    year, month, day = (int(random.integers(*span)) for span in ((1980, 2040), (1, 13), (1, 29)))
    form = ("{0:04}-{1:02}-{2:02}", "{2:02}.{1:02}.{0:04}", "{2}/{1}/{0}")
    return form[int(random.integers(len(form)))].format(year, month, day)


def _price(random: Random) -> str:
    amount = int(random.integers(1, 100_000)) / 100
    return f"${amount:,.2f}" if random.random() < 0.5 else f"{amount:.2f}"


def _word(random: Random) -> str:
    syllables = int(random.integers(1, 5))
    letters = "".join(
        _CONSONANTS[int(random.integers(len(_CONSONANTS)))]
        + _VOWELS[int(random.integers(len(_VOWELS)))]
        for _ in range(syllables)
    )
    case: tuple[Callable[[str], str], ...] = (str.lower, str.title, str.upper)
    return case[int(random.integers(3))](letters)


def _code(random: Random) -> str:
    letters = "".join(chr(65 + int(random.integers(26))) for _ in range(int(random.integers(1, 4))))
    return f"{letters}-{int(random.integers(1000)):03}"


_MAKERS = (_number, _date, _price, _word, _word, _code)
