"""Texts as the input of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from easel.runtime.example import Example
from easel.runtime.inputs import Part, ReadFile, unsupported_input
from easel.runtime.limits import Limits
from easel.runtime.ops import Op
from easel.runtime.text.decode import TextPair, decode_pair, decode_text
from easel.runtime.text.preprocessing import Preprocessing


class TextInput:
    """One part ``text``."""

    parts = (Part("text", is_file=False, is_text=True, media=("text/plain",)),)

    def __init__(self, ops: Sequence[Op], read: ReadFile, limits: Limits) -> None:
        self.preprocessing = Preprocessing(ops, read)
        self._max_characters = limits.max_characters

    def decode(self, source: str | bytes) -> str:
        """Return the text as it is.

        Raises:
            InputError: ``text_invalid`` or ``text_too_long``.
        """
        return decode_text(source, max_characters=self._max_characters)

    def prepare(self, value: str) -> Example:
        """Return the rows of a text, which are windows where it is long."""
        return self.preprocessing((value,))

    def recorded(self, value: str) -> None:
        """Return ``None``: a text is in the request as it is."""
        return

    def blank(self) -> str:
        """Return a short text."""
        return "a"


class TextPairInput:
    """Two parts ``text1`` and ``text2``; as a source, an object with both."""

    parts = (
        Part("text1", is_file=False, is_text=True),
        Part("text2", is_file=False, is_text=True),
    )

    def __init__(self, ops: Sequence[Op], read: ReadFile, limits: Limits) -> None:
        self.preprocessing = Preprocessing(ops, read)
        self._max_characters = limits.max_characters

    def decode(self, source: Mapping[str, Any] | tuple[str, str]) -> TextPair:
        """Return the two texts as they are.

        Raises:
            InputError: ``text_invalid`` or ``text_too_long``.
        """
        return decode_pair(source, max_characters=self._max_characters)

    def prepare(self, value: TextPair) -> Example:
        """Return the rows of a pair of texts."""
        return self.preprocessing(tuple(value))

    def recorded(self, value: TextPair) -> None:
        """Return ``None``: texts are in the request as they are."""
        return

    def blank(self) -> TextPair:
        """Return a pair of short texts."""
        return TextPair("a", "a")


def open_input(
    spec: Mapping[str, Any], ops: Sequence[Op], read: ReadFile, limits: Limits
) -> TextInput | TextPairInput:
    """Compile a manifest's text input; see ``easel.runtime.inputs``."""
    if dict(spec) == {"kind": "text"}:
        return TextInput(ops, read, limits)
    if dict(spec) == {"kind": "text_pair"}:
        return TextPairInput(ops, read, limits)
    raise unsupported_input(spec)
