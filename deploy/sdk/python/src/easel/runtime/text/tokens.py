"""The tokens of text that a network generates one after another, as a package holds them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from easel.errors import PackageError
from easel.runtime.inputs import ReadFile


@dataclass(frozen=True)
class TokenVocabulary:
    """A vocabulary of tokens, each some bytes of UTF-8.

    Attributes:
        tokens: bytes of each token; ``None`` for tokens that are no text and are never generated.
        prompt: tokens that every text begins with.
        end: the token that ends a text.
    """

    tokens: tuple[bytes | None, ...]
    prompt: tuple[int, ...]
    end: int

    def text(self, tokens: Sequence[int]) -> str:
        """Return the text of tokens; a broken character becomes U+FFFD."""
        return b"".join(self.tokens[token] or b"" for token in tokens).decode("utf-8", "replace")


def read_tokens(path: str, read: ReadFile) -> TokenVocabulary:
    """Open the token vocabulary of a package.

    The file is JSON: ``pieces``, each a string whose characters stand for one byte each (Latin-1)
    or null, ``prompt`` and ``end``.

    Raises:
        PackageError: ``vocabulary_invalid`` when the file is not that.
    """
    try:
        document = json.loads(read(path).decode("utf-8"))
        tokens = tuple(None if one is None else one.encode("latin-1") for one in document["pieces"])
        prompt, end = tuple(document["prompt"]), document["end"]
        is_valid = bool(prompt) and all(
            type(token) is int and 0 <= token < len(tokens) for token in (*prompt, end)
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        is_valid = False
    if not is_valid:
        raise PackageError(
            f"The vocabulary '{path}' cannot be used; pieces, prompt and end are expected. "
            "Export the package again.",
            code="vocabulary_invalid",
            file=path,
        )
    return TokenVocabulary(tokens, prompt, end)
