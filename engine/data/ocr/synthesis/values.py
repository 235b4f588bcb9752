"""Values that a field may have: like the one on the sample, digit for digit, or of any text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.data.ocr.synthesis.corpus import Random, draw_text

_LIKE_SAMPLE = 0.6
_LENGTH_CHANGES = 0.3


def draw_value(
    random: Random, sample: str | None, allowed: str | None, words: Sequence[str]
) -> str:
    """Return a value of a field.

    Args:
        random: the source of chance.
        sample: the value on the template, ``None`` where it has none.
        allowed: the characters that the field may have, ``None`` for all.
        words: values that the user named; see ``draw_text``.
    """
    if sample and (random.random() < _LIKE_SAMPLE or allowed is not None):
        return _alike(random, sample)
    text = draw_text(random, words)
    if allowed is not None:
        text = "".join(one for one in text if one in allowed).strip()
    return text or str(int(random.integers(10**6)))


def _alike(random: Random, sample: str) -> str:
    """Replace digits by digits and letters by letters, and now and then lengthen or shorten a run.

    Characters without case, such as Chinese ones, are dealt anew among their places.
    """
    others = [one for one in sample if one.isalpha() and one.lower() == one.upper()]
    random.shuffle(others)
    drawn: list[str] = []
    for place, character in enumerate(sample):
        if character.isdigit() or character.isalpha():
            new = others.pop() if character in others else _like(random, character)
            drawn.append(new)
            repeats = place > 0 and _kind(sample[place - 1]) == _kind(character)
            if repeats and random.random() < _LENGTH_CHANGES / 4:
                drawn.append(_like(random, character))
            elif repeats and random.random() < _LENGTH_CHANGES / 4:
                drawn.pop()
        else:
            drawn.append(character)
    return "".join(drawn)


def _like(random: Random, character: str) -> str:
    if character.isdigit():
        return str(int(random.integers(10)))
    if not character.isascii():
        return character
    letter = chr(97 + int(random.integers(26)))
    return letter.upper() if character.isupper() else letter


def _kind(character: str) -> tuple[bool, bool, bool]:
    return character.isdigit(), character.isupper(), character.islower()
