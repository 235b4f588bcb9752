"""Texts with edits that are planted in them, as they come about when texts are copied by hand."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Sequence

EDITS = ("punctuation", "one_character", "spaces_and_case", "few", "most")
_SHARES = {"few": 0.05, "most": 0.1}


def edited(text: str, kind: str, letters: Sequence[str], chance: random.Random) -> str:
    """Return a text after one kind of edit, of a tenth of its characters at most.

    ``letters`` are what is put in.
    """
    if kind == "punctuation":
        return "".join(one for one in text if unicodedata.category(one)[0] != "P")
    if kind == "spaces_and_case":
        return text.upper().replace(" ", "  ")
    num = 1 if kind == "one_character" else max(1, int(_SHARES[kind] * len(text)))
    return changed(text, num, letters, chance)


def changed(text: str, num: int, letters: Sequence[str], chance: random.Random) -> str:
    """Return a text with so many characters put in, left out or replaced, at places of its own."""
    characters = list(text)
    for place in sorted(chance.sample(range(len(text)), num), reverse=True):
        match chance.randrange(3):
            case 0:
                characters[place] = chance.choice(letters)
            case 1:
                del characters[place]
            case _:
                characters.insert(place, chance.choice(letters))
    return "".join(characters)
