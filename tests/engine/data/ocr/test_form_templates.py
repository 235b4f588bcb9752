"""Templates: what is wrong with them is said, and what a package keeps shows no sample value."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from PIL import Image

from engine.data.ocr.form_templates import (
    FormTemplate,
    annotations_of,
    field_values,
    is_template,
    template_files,
    template_findings,
)
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Box

Marked = tuple[str | None, tuple[float, float], str | None]
ANCHORS: tuple[Marked, ...] = (
    ("anchor", (10, 10), "Invoice"),
    ("anchor", (150, 10), "Date"),
    ("anchor", (10, 150), "Total"),
)
FIELD: Marked = ("total", (80, 150), "12.50")


def _record(*annotations: Marked, name: str = "a.png") -> SampleRecord:
    return SampleRecord(
        id=name,
        file=name,
        name=name,
        sha256=name,
        split=Split.TRAIN,
        width=200,
        height=200,
        regions=tuple(
            Region(
                id=str(number),
                label=label,
                geometry=Box(left=left, top=top, width=40, height=12),
                text=text,
            )
            for number, (label, (left, top), text) in enumerate(annotations)
        ),
    )


def test_a_good_template_is_not_complained_about() -> None:
    assert list(template_findings([_record(*ANCHORS, FIELD)])) == []


@pytest.mark.parametrize(
    ("annotations", "code"),
    [
        ((FIELD,), "template_absent"),
        ((*ANCHORS[:2], FIELD), "anchors_too_few"),
        ((*ANCHORS[:2], ("anchor", (80, 10), "No."), FIELD), "anchors_on_a_line"),
        ((*ANCHORS[:2], ("anchor", (10, 150), None), FIELD), "anchor_without_text"),
        (ANCHORS, "template_without_fields"),
        ((*ANCHORS, FIELD, ("total", (80, 90), "1")), "field_twice"),
        ((*ANCHORS, ("total", (300, 90), "1")), "field_outside"),
        ((*ANCHORS, ("total", (12, 151), "1")), "field_on_anchor"),
    ],
)
def test_what_is_wrong_with_a_template_is_said(annotations: tuple[Marked, ...], code: str) -> None:
    findings = list(template_findings([_record(*annotations)]))

    assert code in {finding.code for finding in findings}
    assert all(finding.blocking for finding in findings)


def test_fields_that_no_template_has_are_named() -> None:
    forms = [_record(*ANCHORS, FIELD), _record(("vat", (5, 5), "3"), name="b.png")]

    (finding,) = template_findings(forms)

    assert finding.code == "fields_unknown"
    assert "vat" in finding.message
    assert not finding.blocking


def test_the_values_of_a_form_are_those_of_its_fields() -> None:
    record = _record(*ANCHORS, FIELD, ("date", (150, 40), None), (None, (1, 1), "print"))

    assert field_values(record) == {"total": "12.50", "date": ""}


def test_the_images_of_a_package_show_anchors_alone() -> None:
    record = _record(*ANCHORS, FIELD)
    pixels = np.random.default_rng(0).integers(0, 200, (200, 200, 3)).astype(np.uint8)

    files = template_files(
        [FormTemplate(record, pixels, annotations_of(record))], {"total": "0123"}
    )

    document = json.loads(files["templates.json"])
    (entry,) = document["templates"]
    kept = np.asarray(Image.open(io.BytesIO(files[entry["picture"]])))
    assert (kept[150:162, 80:120] == 255).all()
    assert (kept[10:22, 10:50] == pixels[10:22, 10:50]).all()
    assert [one["text"] for one in entry["anchors"]] == ["Invoice", "Date", "Total"]
    assert entry["fields"][0]["characters"] == "0123"


def test_anchors_may_be_labelled_in_chinese() -> None:
    anchors = tuple(("锚点", place, text) for _, place, text in ANCHORS)
    record = _record(*anchors, FIELD)
    assert is_template(record)
    assert [one.is_anchor for one in annotations_of(record)] == [True] * len(ANCHORS) + [False]
    assert set(field_values(record)) == {FIELD[0]}
    assert list(template_findings([record])) == []
