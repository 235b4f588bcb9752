"""How a model reads texts: one op of the manifest and the vocabulary it names, from the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Literal

from typing_extensions import TypeVar

from engine.data.text.tokenizer_training import train_tokenizer
from engine.data.text.vocabulary import (
    count_ngrams,
    count_words,
    is_mostly_unspaced,
    ngrams_of,
    words_of,
)
from engine.errors import DataError, ResourceError
from engine.specs.package.manifest import PreprocessingOp
from engine.specs.package.ops.text import NgramsOp, TokenizeOp, WordsOp
from engine.weights.initial import read_initial_manifest

VOCABULARY, TOKENIZER = "vocabulary.json", "tokenizer.json"
Unit = Literal["word", "character"]


Op_co = TypeVar("Op_co", bound=PreprocessingOp, covariant=True, default=PreprocessingOp)


@dataclass(frozen=True)
class Reading(Generic[Op_co]):
    """One op and the files that it names."""

    op: Op_co
    files: Mapping[str, bytes]

    @property
    def vocabulary(self) -> bytes:
        """Return the one file."""
        return next(iter(self.files.values()))


def unit_of(texts: Sequence[str], wanted: Literal["auto", "word", "character"]) -> Unit:
    """Return what texts are made of: characters where their script puts no spaces."""
    if wanted != "auto":
        return wanted
    return "character" if is_mostly_unspaced(texts) else "word"


def unit_in(op: PreprocessingOp) -> Unit:
    """Return what an op reads texts as; subwords count as words."""
    return op.unit if isinstance(op, (WordsOp, NgramsOp)) else "word"


def longest_in(op: PreprocessingOp) -> int | None:
    """Return how many words or tokens one row of an op holds, ``None`` when it holds any number."""
    if isinstance(op, WordsOp):
        return op.max_words
    return op.max_tokens if isinstance(op, TokenizeOp) else None


def ngram_reading(
    texts: Sequence[str],
    *,
    unit: Literal["auto", "word", "character"],
    longest: int | Literal["auto"],
    max_ngrams: int,
) -> Reading[NgramsOp]:
    """Read texts as n-grams: 1 to 4 characters, or 1 to 2 words."""
    of = unit_of(texts, unit)
    if longest == "auto":
        # Most Chinese words have one to four characters.
        longest = 4 if of == "character" else 2
    op = NgramsOp(file=VOCABULARY, unit=of, smallest=1, largest=longest)
    return Reading(op, {VOCABULARY: count_ngrams(texts, op, max_ngrams)})


def require_vocabulary(reading: Reading, num_texts: int) -> Reading:
    """Return a reading whose vocabulary tells texts from each other.

    Args:
        reading: of n-grams or words.
        num_texts: it was made from.

    Raises:
        DataError: ``vocabulary_empty`` when no word comes twice, so that all texts read the same.
    """
    is_empty = not (
        ngrams_of(reading.vocabulary)
        if isinstance(reading.op, NgramsOp)
        else words_of(reading.vocabulary)
    )
    if is_empty:
        raise DataError(
            f"No word or sign comes twice in the {num_texts} texts of the training split, so that "
            "nothing can be learned from them. Bring more or longer texts, or train a network "
            "with pretrained weights.",
            code="vocabulary_empty",
            num=num_texts,
        )
    return reading


def word_reading(
    texts: Sequence[str],
    *,
    unit: Unit,
    max_words: int | None,
    overlap: int,
    vocabulary_size: int,
    windows: tuple[tuple[int, ...], ...] = (),
    affixes: int = 0,
    max_features: int = 0,
) -> Reading[WordsOp]:
    """Read texts as words, with features of their surroundings where windows are given."""
    op = WordsOp(
        file=VOCABULARY,
        unit=unit,
        windows=windows,
        affixes=affixes,
        max_words=max_words,
        overlap=overlap,
    )
    file = count_words(texts, op, max_words=vocabulary_size, max_features=max_features)
    return Reading(op, {VOCABULARY: file})


def subword_reading(
    texts: Sequence[str],
    *,
    max_tokens: int | None,
    overlap: int,
    vocabulary_size: int,
    tokenizer: bytes | None = None,
) -> Reading[TokenizeOp]:
    """Read texts as subword tokens, of a given tokenizer or of one learnt from the texts."""
    file = train_tokenizer(texts, vocabulary_size) if tokenizer is None else tokenizer
    op = TokenizeOp(file=TOKENIZER, max_tokens=max_tokens, overlap=overlap)
    return Reading(op, {TOKENIZER: file})


def initial_reading(package: Path) -> Reading:
    """Read texts as another model does, so that its weights fit.

    Raises:
        ResourceError: ``initial_package_absent`` when the package is not readable.
    """
    op = read_initial_manifest(package).preprocessing[0]
    if not isinstance(op, (NgramsOp, WordsOp, TokenizeOp)):
        raise _no_text(package)
    try:
        return Reading(op, {op.file: (package / op.file).read_bytes()})
    except OSError as error:
        raise _no_text(package) from error


def _no_text(package: Path) -> ResourceError:
    return ResourceError(
        f"The initial model package '{package}' does not read texts. Name the folder of a text "
        "model.",
        code="initial_package_absent",
        path=str(package),
    )
