"""Pieces of text for networks that say one after another: a tokenizer's, or single characters."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.data.audio.transcripts import characters_of
from engine.errors import ResourceError, SpecError

VOCABULARY_FILE, TOKENIZER = "pieces.json", "tokenizer.json"
"""Files of a package: what every runtime reads, and what training goes on from."""

_START, _END = 0, 1


@dataclass(frozen=True)
class Vocabulary:
    """The tokens of a run.

    Attributes:
        tokens: the text of each token in UTF-8; ``None`` for tokens that are none.
        prompt: tokens that every text begins with.
        end: the token that ends a text.
        encode: gives the tokens of a text, without prompt and end.
        tokenizer: the file that they come from, ``None`` for single characters.
    """

    tokens: tuple[bytes | None, ...]
    prompt: tuple[int, ...]
    end: int
    encode: Callable[[str], list[int]]
    tokenizer: bytes | None = None

    def files(self) -> dict[str, bytes]:
        """Return the files of a package."""
        document = {
            # Tokens may end inside of a character; Latin-1 has one for each of their bytes.
            "pieces": [None if one is None else one.decode("latin-1") for one in self.tokens],
            "prompt": self.prompt,
            "end": self.end,
        }
        files = {VOCABULARY_FILE: json.dumps(document, ensure_ascii=False).encode()}
        return files if self.tokenizer is None else {**files, TOKENIZER: self.tokenizer}


def character_vocabulary(texts: Iterable[str], known: Sequence[str] = ()) -> Vocabulary:
    """Return a vocabulary of single characters: those that are known, then the new ones."""
    characters = characters_of(texts, known)
    places = {character: place for place, character in enumerate(characters, start=_END + 1)}
    tokens = (None, None, *(character.encode() for character in characters))
    return Vocabulary(
        tokens, (_START,), _END, lambda text: [places[one] for one in text if one in places]
    )


def known_characters(content: bytes) -> tuple[str, ...]:
    """Return the characters of a package's vocabulary file, in their order."""
    return tuple(
        one.encode("latin-1").decode() for one in json.loads(content)["pieces"] if one is not None
    )


def tokenizer_vocabulary(definition: bytes, num_tokens: int, language: str) -> Vocabulary:
    """Return the vocabulary of Whisper's tokenizer.

    Args:
        definition: a ``tokenizer.json`` of byte pairs.
        num_tokens: rows of the network's last layer.
        language: code of the one that the prompt names; tokenizers of one language alone name none.

    Raises:
        ResourceError: ``tokenizer_unfit`` when it has no such prompt.
        SpecError: when it knows several languages, and not this one.
    """
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(definition.decode())
    added = {one.content for one in tokenizer.get_added_tokens_decoder().values()}
    tokens: list[bytes | None] = [None] * num_tokens
    alphabet = _byte_alphabet()
    for token, place in tokenizer.get_vocab(with_added_tokens=True).items():
        if token not in added and place < num_tokens:
            tokens[place] = bytes(alphabet[one] for one in token)
    names = ("startoftranscript", language, "transcribe", "notimestamps", "endoftext")
    special: list[int | None] = [tokenizer.token_to_id(f"<|{name}|>") for name in names]
    *prompt, end = special
    if end is None or prompt[0] is None:
        raise ResourceError(
            "The tokenizer of the pretrained weights has no '<|startoftranscript|>' and "
            "'<|endoftext|>'. Take the tokenizer.json that was published with them.",
            code="tokenizer_unfit",
        )

    if prompt[1] is None and "<|en|>" in added:
        reason = "the pretrained weights do not know it"
        raise SpecError(
            f"The language '{language}' cannot be chosen: {reason}. Give the code of another one, "
            "such as 'en', or 'auto'.",
            field="options.language",
            reason=reason,
        )

    def encode(text: str) -> list[int]:
        # Texts follow their prompt as a word follows another.
        ids: list[int] = tokenizer.encode(f" {text}", add_special_tokens=False).ids
        return ids

    # Networks of one language have no token of it.
    prompt_tokens = tuple(one for one in prompt if one is not None)
    return Vocabulary(tuple(tokens), prompt_tokens, end, encode, definition)


def read_tokenizer(weights: Path) -> bytes:
    """Return the tokenizer of a folder with weights.

    Raises:
        ResourceError: ``weights_absent`` when it is not there.
    """
    try:
        return (weights / TOKENIZER).read_bytes()
    except OSError as error:
        raise ResourceError(
            f"The pretrained weights '{weights.name}' are incomplete: '{weights}' lacks "
            f"{TOKENIZER}. Put the file there that was published with them.",
            code="weights_absent",
            weights=weights.name,
            folder=str(weights),
        ) from error


def language_of(texts: Sequence[str]) -> str:
    """Return Whisper's code of the language that the script of texts suggests; Latin is English.

    A network that is trained on reads the token as a mark alone, so that English stands for all
    languages whose script does not tell.
    """
    together = "".join(texts[:1000])
    for code, ranges in _SCRIPTS.items():
        if any(low <= one <= high for one in together for low, high in ranges):
            return code
    return "en"


# Kana before Han, which Japanese is written in too.
_SCRIPTS: dict[str, tuple[tuple[str, str], ...]] = {
    "ja": (("\u3040", "\u30ff"),),
    "ko": (("\uac00", "\ud7af"),),
    "zh": (("\u4e00", "\u9fff"),),
    "ru": (("\u0400", "\u04ff"),),
    "ar": (("\u0600", "\u06ff"),),
}


def _byte_alphabet() -> dict[str, int]:
    """Return the byte that each character of byte-level tokenizers stands for.

    Printable Latin-1 characters stand for themselves, the other bytes follow at U+0100.
    """
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = [byte for byte in range(256) if byte not in printable]
    alphabet: dict[str, Any] = {chr(byte): byte for byte in printable}
    return {**alphabet, **{chr(256 + place): byte for place, byte in enumerate(others)}}
