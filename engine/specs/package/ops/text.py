"""Operations on texts: each reads the whole text and makes tensors; and what spans become.

Words, folding and n-grams are defined by code points alone (``easel.runtime.text.words``), so that
every platform finds the same. Texts longer than a window are several rows that overlap.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec

WindowSize = Annotated[int, Field(ge=8)]
Overlap = Annotated[int, Field(ge=0)]


class WordsOp(Spec):
    """Look words up: ``input_ids`` and ``attention_mask`` (R, T), ``feature_ids`` (R, T, F).

    ``file`` is JSON: ``words``, whose ids begin at 2 (0 pads, 1 is unknown), and ``features``,
    whose ids begin at 1 (0 is none). ``unit`` is the word (a run of letters and digits; each
    character of scripts without spaces) or the character. Each of ``windows`` lists neighbours
    that make one feature together; ``affixes`` adds beginnings and ends of 1 to so many characters
    and the shape. ``max_words`` cuts long texts into rows that share ``overlap`` words.
    """

    op: Literal["words"] = "words"
    file: str
    unit: Literal["word", "character"] = "word"
    windows: tuple[tuple[int, ...], ...] = ()
    affixes: Annotated[int, Field(ge=0, le=8)] = 0
    max_words: WindowSize | None = None
    overlap: Overlap = 0


class NgramsOp(Spec):
    """Count known n-grams: ``ngram_ids`` and ``ngram_counts`` (1, M), one row however long.

    ``file`` is a JSON list of n-grams, whose places are their ids; ``unit`` says what they are of.
    """

    op: Literal["ngrams"] = "ngrams"
    file: str
    unit: Literal["word", "character"]
    smallest: Annotated[int, Field(ge=1)]
    largest: Annotated[int, Field(ge=1)]


class TokenizeOp(Spec):
    """Subword tokens of a ``tokenizer.json``: ``input_ids`` and ``attention_mask`` (R, T).

    ``max_tokens`` counts the special tokens, which every window has; windows share ``overlap``.
    """

    op: Literal["tokenize"] = "tokenize"
    file: str
    max_tokens: WindowSize | None = None
    overlap: Overlap = 0


class SpansOp(Spec):
    """Places of the text whose score reaches the threshold of their label.

    ``chain`` reads ``emissions`` (R, T, 2K + 1) and ``transitions`` (R, 2K + 2, 2K + 1) and takes
    exact probabilities of spans; ``pairs`` reads ``spans`` (R, K, T, T), logits by first and last
    word. Unless ``nested``, the surest of spans that share a character is kept. A span that
    touches the edge of a window where the text goes on is left to the window beside it.
    """

    op: Literal["spans"] = "spans"
    decode: Literal["chain", "pairs"]
    max_words: Annotated[int, Field(ge=1)]
    nested: bool = False


class AspectSentimentOp(Spec):
    """Labels of the whole text (``logits``, the first ``num_labels``), and targets as spans."""

    op: Literal["opinions"] = "opinions"
    num_labels: Annotated[int, Field(ge=0)]
    decode: Literal["chain", "pairs"]
    max_words: Annotated[int, Field(ge=1)]
    nested: bool = False


class RelationsOp(Spec):
    """Entities (the first ``num_entities`` labels) and the relations between them.

    Reads ``spans`` (R, K, T, T) and, by first and by last words of subject and object, ``heads``
    and ``tails`` (R, P, T, T).
    """

    op: Literal["relations"] = "relations"
    num_entities: Annotated[int, Field(ge=1)]
    max_words: Annotated[int, Field(ge=1)]
    nested: bool = False


class ScoreOp(Spec):
    """One number: sigmoid of ``score`` (R, 1), also as a value from ``low`` to ``high``."""

    op: Literal["score"] = "score"
    name: str = "similar"
    low: float = 0.0
    high: float = 1.0


TextOp = WordsOp | NgramsOp | TokenizeOp
TextPredictionOp = SpansOp | AspectSentimentOp | RelationsOp | ScoreOp
