"""Drawn forms: a pure function of their seed, annotated where things are, and found again."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from easel.runtime.ocr import Reading
from easel.runtime.ocr.alignment import apply
from easel.runtime.ocr.template import read_templates
from PIL import Image

from engine.data.ocr.form_templates import FormTemplate, open_template, template_files
from engine.data.ocr.synthesis.fonts import find_fonts
from engine.data.ocr.synthesis.forms import DrawnForm, FormPrinter, Photograph
from engine.data.samples import read_samples
from engine.specs.data import DatasetFormat, FilesDataSpec
from tests.engine.form_pages import FLAT, INVOICES, write_forms

FONTS = [font for font in find_fonts() if font.name == "DejaVuSans.ttf"]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> FormTemplate:
    from engine.catalog.ocr import TEMPLATE

    root: Path = tmp_path_factory.mktemp("forms")
    write_forms(root, [INVOICES["boxed"]], 0, fonts=FONTS, way=FLAT)
    data = FilesDataSpec(format=DatasetFormat.TEXT_LINES, root=str(root))
    samples = read_samples(data, TEMPLATE)
    return open_template(samples.records[0], samples.files)


def _printed(template: FormTemplate, way: Photograph, seed: int = 0) -> DrawnForm:
    return FormPrinter(template, FONTS, {"quantity": "0123456789"}, (), way).draw([seed])


def test_the_same_seed_draws_the_same_form_and_another_one_another(template: FormTemplate) -> None:
    way = Photograph()

    assert _printed(template, way, 3).content == _printed(template, way, 3).content
    assert _printed(template, way, 3).content != _printed(template, way, 4).content


def test_marks_are_around_the_ink_of_new_values(template: FormTemplate) -> None:
    form = _printed(template, FLAT, 1)
    grey = np.asarray(Image.open(io.BytesIO(form.content)).convert("L")).astype(float)

    for annotation in form.annotations:
        if annotation.line.text is None:
            continue
        (left, top), (right, bottom) = (
            annotation.line.corners.min(axis=0),
            annotation.line.corners.max(axis=0),
        )
        part = grey[round(top) : round(bottom), round(left) : round(right)]
        assert part.min() < 130, annotation
        if annotation.name is not None:
            around = grey[round(top) - 3 : round(bottom) + 3, round(left) - 3 : round(right) + 3]
            assert around[[0, -1]].min() > 130, annotation


def test_values_have_allowed_characters_and_some_fields_stay_empty(template: FormTemplate) -> None:
    forms = [_printed(template, FLAT, seed) for seed in range(12)]

    values = [
        annotation.line.text
        for form in forms
        for annotation in form.annotations
        if annotation.name == "quantity"
    ]
    assert all(value is None or value.isdigit() for value in values)
    assert len(set(values)) > 6
    texts = [
        annotation.line.text for form in forms for annotation in form.annotations if annotation.name
    ]
    assert 0 < texts.count(None) < len(texts) / 4


@pytest.mark.parametrize("seed", range(4))
def test_a_drawn_form_is_found_by_anchors_that_were_read_with_mistakes(
    template: FormTemplate, seed: int
) -> None:
    form = _printed(template, Photograph(turned=0.5), seed)
    files = template_files([template], {})
    (known,) = read_templates("templates.json", files.__getitem__)
    written = [annotation for annotation in form.annotations if annotation.line.text]
    regions = [annotation.line.corners for annotation in written]
    texts = [str(annotation.line.text).replace("e", "c") for annotation in written]
    readings = [
        Reading(text, 0.9, tuple((place + 0.5) / len(text) for place in range(len(text))))
        for text in texts
    ]
    pixels = np.asarray(Image.open(io.BytesIO(form.content)).convert("RGB"))

    placed = known.place(pixels, regions, readings)

    assert placed is not None
    assert placed.score >= 0.75
    for drawn, annotation in zip(form.annotations, template.annotations, strict=True):
        if annotation.is_anchor:
            far = np.abs(apply(placed.matrix, annotation.line.corners) - drawn.line.corners)
            assert far.max() < 3


def test_a_form_of_another_kind_is_not_taken_for_it(template: FormTemplate) -> None:
    files = template_files([template], {})
    (known,) = read_templates("templates.json", files.__getitem__)
    pixels = np.full((300, 300, 3), 255, np.uint8)
    corners = np.array([[10, 10], [90, 10], [90, 30], [10, 30.0]])

    assert (
        known.place(pixels, [corners], [Reading("Order", 0.9, (0.1, 0.3, 0.5, 0.7, 0.9))]) is None
    )
    assert known.place(pixels, [], []) is None
