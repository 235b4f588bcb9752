"""What somebody probably meant who wrote a name that there is not."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is written most alike, ``None`` when none is."""
    found = get_close_matches(word, list(known), n=1)
    return found[0] if found else None


def did_you_mean(near: str | None) -> str:
    """Return the sentence of an error that names the nearest word, empty when there is none."""
    return f" Did you mean '{near}'?" if near else ""
