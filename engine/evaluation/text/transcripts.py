"""Transcriptions compared with the reference transcripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from easel.runtime import Utterance
from easel.runtime.text.words import is_unspaced

from engine.metrics.edits import Edits, edits, pairs
from engine.specs.data import SampleRecord
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    BarsSection,
    Case,
    CasesSection,
    NoteSection,
    Section,
    TableSection,
)
from engine.training.speech.weighing import Weighing

MAX_CASES, MAX_CONFUSIONS = 100, 60
_LENGTHS: tuple[tuple[int, int | None], ...] = ((1, 4), (5, 9), (10, 19), (20, 49), (50, None))


@dataclass(frozen=True)
class Transcription:
    """What the model recognises in one recording.

    Attributes:
        text: all of it.
        utterances: the same by time.
    """

    text: str
    utterances: tuple[Utterance, ...] = ()


@dataclass(frozen=True)
class EvaluatedTranscript:
    """One recording: its reference transcript compared with the transcription.

    Attributes:
        reference: what is said in it, as it is learnt.
        transcription: what the model recognises.
        characters: edits between the two, white space counting as a character.
        words: the same of words; each character of a script without spaces is one.
    """

    reference: str
    transcription: Transcription
    characters: Edits = field(init=False)
    words: Edits = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "characters", edits(self.reference, self.transcription.text))
        object.__setattr__(
            self, "words", edits(words_of(self.reference), words_of(self.transcription.text))
        )

    @property
    def is_exact(self) -> bool:
        """Return whether nothing differs."""
        return self.reference == self.transcription.text


def words_of(text: str) -> list[str]:
    """Return what lies between white space; scripts without spaces have a word per character."""
    words: list[str] = []
    for part in text.split():
        is_open = False
        for character in part:
            if is_unspaced(character) or not is_open:
                words.append(character)
            else:
                words[-1] += character
            is_open = not is_unspaced(character)
    return words


def evaluate(
    texts: Iterable[str], transcriptions: Iterable[Transcription]
) -> list[EvaluatedTranscript]:
    """Compare the reference transcripts of recordings with the transcriptions."""
    return [
        EvaluatedTranscript(there, one) for there, one in zip(texts, transcriptions, strict=True)
    ]


def character_edits(evaluated: Iterable[EvaluatedTranscript]) -> Edits:
    """Return the edits of all recordings together."""
    return sum((one.characters for one in evaluated), Edits())


def numbers(evaluated: Sequence[EvaluatedTranscript]) -> dict[str, float]:
    """Return the figures of recordings together.

    ``character_error_rate`` and ``word_error_rate`` are all edits over all characters and words
    that are there (they may pass 1); ``sentence_accuracy`` is the share without any edit.
    """
    words = sum((one.words for one in evaluated), Edits())
    return {
        "character_error_rate": character_edits(evaluated).rate,
        "word_error_rate": words.rate,
        "sentence_accuracy": sum(one.is_exact for one in evaluated) / max(len(evaluated), 1),
    }


@dataclass(frozen=True)
class KeywordCount:
    """How often a keyword is there, is recognised where it is, and where it is not."""

    keyword: str
    there: int
    found: int
    invented: int


def count_keywords(
    evaluated: Iterable[EvaluatedTranscript], keywords: Sequence[str]
) -> list[KeywordCount]:
    """Count each keyword; found counts what is both there and recognised in one recording."""
    evaluated = list(evaluated)
    counts = []
    for keyword in keywords:
        both = [
            (one.reference.count(keyword), one.transcription.text.count(keyword))
            for one in evaluated
        ]
        found = sum(min(pair) for pair in both)
        there, recognised = (sum(pair[side] for pair in both) for side in (0, 1))
        counts.append(KeywordCount(keyword, there, found, recognised - found))
    return counts


def headline(
    evaluated: Sequence[EvaluatedTranscript], keywords: Sequence[str]
) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``character_error_rate`` first.

    ``keyword_accuracy`` is the share of the keywords there that were found; it is absent where
    none of them is said.
    """
    values = numbers(evaluated)
    counts = count_keywords(evaluated, keywords)
    if there := sum(one.there for one in counts):
        values["keyword_accuracy"] = sum(one.found for one in counts) / there
    return tuple(
        MetricValue(name=name, value=value, higher_is_better=not name.endswith("error_rate"))
        for name, value in values.items()
    )


def sections(
    evaluated: Sequence[EvaluatedTranscript],
    records: Sequence[SampleRecord],
    keywords: Sequence[str],
    weighings: Sequence[Weighing],
) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page."""
    together = character_edits(evaluated)
    kinds = BarsSection(
        key="edits_by_kind",
        axis="characters",
        unit="count",
        names=("substitutions", "insertions", "deletions"),
        values=(together.substitutions, together.insertions, together.deletions),
    )
    parts: list[Section] = [kinds, _by_length(evaluated), _confusions(evaluated)]
    if keywords:
        parts.append(_keywords(evaluated, keywords))
    if weighings:
        parts += _language(weighings)
    return (*parts, _cases(evaluated, records))


def _by_length(evaluated: Sequence[EvaluatedTranscript]) -> TableSection:
    """Return how well short and long transcripts are recognised."""
    rows = []
    for low, high in _LENGTHS:
        alike = [
            one for one in evaluated if low <= len(one.reference) <= (high or len(one.reference))
        ]
        if alike:
            name = f"{low}+" if high is None else f"{low}-{high}"
            values = numbers(alike)
            rates = values["character_error_rate"], values["sentence_accuracy"]
            rows.append((name, len(alike), *rates))
    return TableSection(
        key="by_transcript_length",
        columns=("characters", "recordings", "character_error_rate", "sentence_accuracy"),
        units=("text", "count", "share", "share"),
        rows=tuple(rows),
    )


def _confusions(evaluated: Sequence[EvaluatedTranscript]) -> TableSection:
    """Return which characters are taken for which, the commonest first."""
    counts = Counter(
        pair
        for one in evaluated
        for pair in pairs(one.reference, one.transcription.text)
        if pair[0] != pair[1]
    )
    # One side is None where a character was left out or put in; None cannot be sorted.
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0][0] or "", one[0][1] or ""))
    return TableSection(
        key="confused_characters",
        columns=("actual", "heard", "count"),
        units=("text", "text", "count"),
        rows=tuple((*pair, count) for pair, count in ordered[:MAX_CONFUSIONS]),
    )


def _keywords(evaluated: Sequence[EvaluatedTranscript], keywords: Sequence[str]) -> TableSection:
    return TableSection(
        key="keywords",
        columns=("keyword", "said", "found", "invented"),
        units=("text", "count", "count", "count"),
        rows=tuple(
            (one.keyword, one.there, one.found, one.invented)
            for one in count_keywords(evaluated, keywords)
        ),
    )


def _language(weighings: Sequence[Weighing]) -> list[Section]:
    """Return what the language model gives, and what it would at other weights."""
    alone = min(weighings, key=lambda one: (one.language_weight, abs(one.character_bonus)))
    best = min(weighings, key=lambda one: one.character_error_rate)
    note = NoteSection(
        key="language_model_weighed",
        params={
            "weight": best.language_weight,
            "with": round(100 * best.character_error_rate, 2),
            "without": round(100 * alone.character_error_rate, 2),
        },
    )
    table = TableSection(
        key="language_weights",
        columns=("language_weight", "character_bonus", "character_error_rate"),
        units=("number", "number", "share"),
        rows=tuple(
            (one.language_weight, one.character_bonus, one.character_error_rate)
            for one in weighings
        ),
    )
    return [note, table]


def _cases(
    evaluated: Sequence[EvaluatedTranscript], records: Sequence[SampleRecord]
) -> CasesSection:
    """Return the recordings with the highest error rates first."""
    order = sorted(range(len(evaluated)), key=lambda place: -evaluated[place].characters.rate)
    return CasesSection(
        key="cases",
        prediction="transcript",
        cases=tuple(
            Case(
                sample_id=records[place].id,
                name=records[place].name,
                error=None if evaluated[place].is_exact else "misheard",
                truth=[{"text": evaluated[place].reference}],
                predicted=[one.document() for one in evaluated[place].transcription.utterances],
                score=evaluated[place].characters.rate,
            )
            for place in order[:MAX_CASES]
        ),
        num_cases=sum(not one.is_exact for one in evaluated),
    )
