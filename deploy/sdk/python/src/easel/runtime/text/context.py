"""The text behind the rows of an example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from easel.runtime.example import Context

Span = tuple[int, int]
"""First and one past the last character, in Unicode code points."""


@dataclass(frozen=True)
class TextContext(Context):
    """The texts that were sent, and where the network's tokens lie in them.

    Attributes:
        texts: one text, or the two of a pair.
        offsets: for each row its tokens' spans in the first text, ``(0, 0)`` for a token that
            stands for no character; empty where the prediction needs no places.
    """

    texts: tuple[str, ...]
    offsets: Sequence[Sequence[Span]] = ()
