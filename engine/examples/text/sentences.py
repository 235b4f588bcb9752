"""Draws sentences from templates, deterministically and without repeating one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
Words = Mapping[str, Sequence[str]]


def drawn(template: str, words: Words, choose: random.Random) -> tuple[str, dict[str, str]]:
    """Return a sentence, and the word that was drawn for each name in its template."""
    chosen = {name: choose.choice(list(them)) for name, them in words.items()}
    return template.format(**chosen), {
        name: word for name, word in chosen.items() if "{" + name + "}" in template
    }


def distinct(count: int, draw: Callable[[int], T], key: Callable[[T], str]) -> Iterator[T]:
    """Yield so many draws of which no two have the same key; ``draw`` is told how many came."""
    seen: set[str] = set()
    while len(seen) < count:
        one = draw(len(seen))
        if key(one) not in seen:
            seen.add(key(one))
            yield one
