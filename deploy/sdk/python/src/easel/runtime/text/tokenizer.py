"""The ``tokenize`` op: a ``tokenizer.json`` run by the tokenizers package (extra ``text``)."""

# R rows (windows), T tokens

from __future__ import annotations

import numpy as np

from easel.errors import BackendError
from easel.runtime.text.rows import Rows
from easel.runtime.text.windows import padded, padded_length

try:
    from tokenizers import Tokenizer
except ImportError as error:
    raise BackendError(
        "This model needs the package 'tokenizers'. Install it with: "
        "python -m pip install tokenizers",
        code="extra_missing",
        package="tokenizers",
        extra="text",
    ) from error


class TokenizeOp:
    """Ids of subword tokens, in windows that each carry the special tokens."""

    def __init__(self, definition: bytes, max_tokens: int | None, overlap: int) -> None:
        """Read a ``tokenizer.json``; its own truncation and padding are not used.

        Args:
            definition: the file.
            max_tokens: of a window, special tokens included; ``None`` for one window.
            overlap: tokens that neighbouring windows share.
        """
        self._tokenizer = Tokenizer.from_str(definition.decode("utf-8"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        if max_tokens is not None:
            self._tokenizer.enable_truncation(max_tokens, stride=overlap)

    def __call__(self, text: str) -> Rows:
        """Return ``input_ids`` and ``attention_mask`` (R, T)."""
        first = self._tokenizer.encode(text)
        windows = [first, *first.overflowing]
        length = padded_length(max(len(window.ids) for window in windows))
        ids = [np.array(window.ids, np.int64) for window in windows]
        return Rows(
            {
                "input_ids": padded(ids, length),
                "attention_mask": padded([np.ones_like(row) for row in ids], length),
            },
            tuple(tuple(window.offsets) for window in windows),
        )
