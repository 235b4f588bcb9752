"""Fields are evaluated one by one, and thresholds keep empty fields empty."""

from __future__ import annotations

import pytest
from easel.runtime import Words

from engine.evaluation.text import fields
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Box

POINTS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
NAMES = ("total", "date")


def _record(**values: str | None) -> SampleRecord:
    box = Box(left=0, top=0, width=9, height=9)
    regions = [
        Region(id=name, label=name, geometry=box, text=text) for name, text in values.items()
    ]
    return SampleRecord(
        id="a", file="a", name="a", sha256="a", split=Split.TEST, regions=tuple(regions)
    )


def _predicted(**predictions: tuple[str, float]) -> list[Words]:
    return [Words(words, score, POINTS, name) for name, (words, score) in predictions.items()]


def test_fields_are_exact_or_not_and_unmarked_ones_are_not_evaluated() -> None:
    predicted = _predicted(total=("12.50", 0.9), date=("2020-01-02", 0.8))
    forms = [
        fields.evaluate(predicted, _record(total="12.50", anchor="Total"), NAMES),
        fields.evaluate(predicted, _record(total="12.80", date="2020-01-02"), NAMES),
    ]

    numbers = fields.numbers(forms)

    assert numbers["field_accuracy"] == pytest.approx(2 / 3)
    assert numbers["character_error_rate"] == pytest.approx(1 / 20)
    assert numbers["aligned_share"] == 1.0


def test_a_form_that_was_not_aligned_counts_as_read_wrongly() -> None:
    forms = [fields.evaluate([], _record(total="12.50"), NAMES)]

    assert fields.numbers(forms) == {
        "field_accuracy": 0.0,
        "character_error_rate": 1.0,
        "aligned_share": 0.0,
    }


def test_a_threshold_leaves_out_noise_in_empty_fields_and_keeps_good_readings() -> None:
    forms = [
        fields.evaluate(_predicted(total=("1", 0.2)), _record(total=None), NAMES),
        fields.evaluate(_predicted(total=("12.50", 0.9)), _record(total="12.50"), NAMES),
    ]

    (total, date) = fields.recommend(forms, NAMES)

    assert 0.2 < total.threshold <= 0.9
    assert date.threshold == 0.0
    thresholds = {label.name: label.threshold for label in (total, date)}
    assert fields.numbers(forms)["field_accuracy"] == 0.5
    assert fields.numbers(forms, thresholds)["field_accuracy"] == 1.0


def test_the_report_says_that_forms_were_drawn() -> None:
    thresholds = {"total": 0.5, "date": 0.0}
    predicted, records = [_predicted(total=("1", 0.9))], [_record(total="2")]

    drawn = fields.sections(predicted, records, thresholds, are_drawn=True)
    given = fields.sections(predicted, records, thresholds, are_drawn=False)

    assert [section.key for section in drawn] == [
        "forms_drawn",
        "by_field",
        "fields_by_outcome",
        "cases",
    ]
    assert [section.key for section in given] == [section.key for section in drawn][1:]
