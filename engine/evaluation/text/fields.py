"""Fields of forms that were read, beside what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime import Words
from rapidfuzz.distance import Levenshtein

from engine.data.ocr.form_templates import annotations_of, field_values, is_anchor
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import MetricValue
from engine.specs.package.sections import (
    BarsSection,
    Case,
    CasesSection,
    NoteSection,
    Section,
    TableSection,
)

MAX_CASES = 100
_THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(20))

Thresholds = Mapping[str, float]


@dataclass(frozen=True)
class FieldReading:
    """One field of one form: what it says, what was read, and how sure that was."""

    name: str
    truth: str
    predicted: str
    score: float

    def at(self, threshold: float) -> FieldReading:
        """Return the reading with nothing said where the score is below a threshold."""
        if self.score >= threshold:
            return self
        return FieldReading(self.name, self.truth, "", 0.0)

    @property
    def is_exact(self) -> bool:
        """Whether what was read is what is there."""
        return self.predicted == self.truth

    @property
    def outcome(self) -> str:
        """Return the name of what happened."""
        if self.is_exact:
            return "exact"
        if not self.predicted:
            return "missed"
        return "misread" if self.truth else "false_positive"


@dataclass(frozen=True)
class EvaluatedForm:
    """One form: whether it was aligned, and its fields that someone annotated."""

    is_aligned: bool
    fields: tuple[FieldReading, ...]


def evaluate(
    predicted: Sequence[Words], record: SampleRecord, names: Sequence[str]
) -> EvaluatedForm:
    """Compare the prediction for a form with its annotations; runs of white space are one space.

    Fields that nobody annotated are not evaluated. An annotation without a text is an empty field.
    """
    predictions = {one.name: one for one in predicted}
    fields = []
    for name, truth in field_values(record).items():
        if name not in names:
            continue
        prediction = predictions.get(name)
        words, score = ("", 0.0) if prediction is None else (prediction.words, prediction.score)
        fields.append(FieldReading(name, _plain(truth), _plain(words), score))
    return EvaluatedForm(bool(predicted), tuple(fields))


def _plain(text: str) -> str:
    return " ".join(text.split())


def numbers(
    forms: Sequence[EvaluatedForm], thresholds: Thresholds | None = None
) -> dict[str, float]:
    """Return the figures of forms together.

    ``field_accuracy`` is the share of fields that are read exactly, those of forms that were not
    aligned counted as wrong where they say something; ``character_error_rate`` the edits per
    character of all fields; ``aligned_share`` the share of forms in which a template was found.
    """
    fields = _decided(forms, thresholds or {})
    characters = sum(len(one.truth) for one in fields)
    edits = sum(Levenshtein.distance(one.predicted, one.truth) for one in fields)
    return {
        "field_accuracy": _share(sum(one.is_exact for one in fields), len(fields)),
        "character_error_rate": edits / characters if characters else 1.0,
        "aligned_share": _share(sum(form.is_aligned for form in forms), len(forms)),
    }


def _decided(forms: Sequence[EvaluatedForm], thresholds: Thresholds) -> list[FieldReading]:
    return [one.at(thresholds.get(one.name, 0.0)) for form in forms for one in form.fields]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def recommend(forms: Sequence[EvaluatedForm], names: Sequence[str]) -> tuple[LabelSpec, ...]:
    """Choose for each field the score below which nothing is said.

    Of the thresholds with the most exact fields the middle one is taken: below it, empty fields
    would be filled with noise; above it, good readings would be lost.
    """
    return tuple(LabelSpec(name=name, threshold=_best_threshold(forms, name)) for name in names)


def _best_threshold(forms: Sequence[EvaluatedForm], name: str) -> float:
    fields = [one for form in forms if form.is_aligned for one in form.fields if one.name == name]
    exact = [sum(one.at(least).is_exact for one in fields) for least in _THRESHOLDS]
    best = [least for least, count in zip(_THRESHOLDS, exact, strict=True) if count == max(exact)]
    return float(best[len(best) // 2]) if fields else 0.0


def headline(forms: Sequence[EvaluatedForm], thresholds: Thresholds) -> tuple[MetricValue, ...]:
    """Return the numbers at the head of the report, ``field_accuracy`` first."""
    return tuple(
        MetricValue(name=name, value=value, higher_is_better=name != "character_error_rate")
        for name, value in numbers(forms, thresholds).items()
    )


def sections(
    predicted: Sequence[Sequence[Words]],
    records: Sequence[SampleRecord],
    thresholds: Thresholds,
    *,
    are_drawn: bool,
) -> tuple[Section, ...]:
    """Return the parts of the report, in the order of the page.

    Args:
        predicted: the prediction for each form, before thresholds.
        records: the forms.
        thresholds: of the fields, by name.
        are_drawn: whether the forms were drawn, since none were given.
    """
    forms = [
        evaluate(one, record, list(thresholds))
        for one, record in zip(predicted, records, strict=True)
    ]
    fields = _decided(forms, thresholds)
    outcomes = ("exact", "misread", "missed", "false_positive")
    note = NoteSection(key="forms_drawn", params={"count": len(records)})
    return (
        *((note,) if are_drawn else ()),
        _by_field(fields, thresholds),
        BarsSection(
            key="fields_by_outcome",
            axis="fields",
            unit="count",
            names=outcomes,
            values=tuple(sum(one.outcome == name for one in fields) for name in outcomes),
        ),
        _cases(predicted, records, forms, thresholds),
    )


def _by_field(fields: Sequence[FieldReading], thresholds: Thresholds) -> TableSection:
    rows = []
    for name, threshold in thresholds.items():
        own = [one for one in fields if one.name == name]
        characters = sum(len(one.truth) for one in own)
        edits = sum(Levenshtein.distance(one.predicted, one.truth) for one in own)
        rows.append(
            (
                name,
                len(own),
                _share(sum(one.is_exact for one in own), len(own)) if own else None,
                edits / characters if characters else None,
                threshold,
            )
        )
    return TableSection(
        key="by_field",
        columns=("field", "forms", "exact", "character_error_rate", "threshold"),
        units=("text", "count", "share", "share", "share"),
        rows=tuple(rows),
    )


def _cases(
    predicted: Sequence[Sequence[Words]],
    records: Sequence[SampleRecord],
    forms: Sequence[EvaluatedForm],
    thresholds: Thresholds,
) -> CasesSection:
    """Return the forms with the most wrong fields first."""
    decided = [_decided([form], thresholds) for form in forms]
    wrong = [sum(not one.is_exact for one in fields) for fields in decided]
    order = np.argsort([-number for number in wrong], kind="stable")
    return CasesSection(
        key="cases",
        prediction="words",
        cases=tuple(
            Case(
                sample_id=records[place].id,
                name=records[place].name,
                error=_error(forms[place], wrong[place]),
                truth=_truth(records[place]),
                predicted=[one.document() for one in predicted[place]],
            )
            for place in order[:MAX_CASES].tolist()
        ),
        num_cases=sum(number > 0 for number in wrong),
    )


def _error(form: EvaluatedForm, num_wrong: int) -> str | None:
    if not form.is_aligned:
        return "not_aligned"
    return "misread" if num_wrong else None


def _truth(record: SampleRecord) -> list[dict[str, object]]:
    annotations = zip(annotations_of(record), record.regions, strict=True)
    return [
        Words(
            annotation.line.text or "",
            1.0,
            tuple((float(x), float(y)) for x, y in annotation.line.corners),
            annotation.name,
        ).document()
        for annotation, region in annotations
        if region.label is not None and not is_anchor(region.label)
    ]
