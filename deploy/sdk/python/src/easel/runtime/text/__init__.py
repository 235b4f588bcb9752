"""Texts and pairs of texts: decoding, and what a prediction must know of them."""

from easel.runtime.text.context import TextContext
from easel.runtime.text.decode import TextPair, decode_pair, decode_text
from easel.runtime.text.input import TextInput, TextPairInput, open_input

__all__ = [
    "TextContext",
    "TextInput",
    "TextPair",
    "TextPairInput",
    "decode_pair",
    "decode_text",
    "open_input",
]
