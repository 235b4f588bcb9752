"""Templates of forms as people annotate them: anchors, fields, and what can be wrong with them."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from easel.runtime.image import Pixels
from easel.runtime.ocr.alignment import are_on_a_line
from PIL import Image

from engine.data.decoding import decoded_image
from engine.data.files import SampleFiles
from engine.data.ocr.regions import AnnotatedLine, Points, annotated_lines
from engine.specs.data import SampleRecord
from engine.validation.checks import Finding

ANCHOR = "anchor"
"""The label of a printed word that every copy of the form has; other labels name fields."""
ANCHOR_IN_CHINESE = "锚点"
"""The same label for who annotates in Chinese."""
LEAST_ANCHORS = 3
TEMPLATE_FILE = "templates.json"
NUMBERS = "0123456789.,-+%()/ $€£¥"
DATES = "0123456789-/.: 年月日"
_MARGIN = 3


@dataclass(frozen=True)
class FormAnnotation:
    """A region of a form: an anchor, a field (``name``), or other print (neither)."""

    line: AnnotatedLine
    name: str | None
    is_anchor: bool


@dataclass(frozen=True)
class FormTemplate:
    """An image (H, W, 3) of a form with its annotations."""

    record: SampleRecord
    pixels: Pixels
    annotations: tuple[FormAnnotation, ...]

    @property
    def anchors(self) -> tuple[FormAnnotation, ...]:
        """Return the anchors."""
        return tuple(annotation for annotation in self.annotations if annotation.is_anchor)

    @property
    def fields(self) -> tuple[FormAnnotation, ...]:
        """Return the fields."""
        return tuple(annotation for annotation in self.annotations if annotation.name is not None)


def is_anchor(label: str | None) -> bool:
    """Tell the label of anchors from names of fields."""
    return label in (ANCHOR, ANCHOR_IN_CHINESE)


def is_template(record: SampleRecord) -> bool:
    """Tell a template from a filled-in form: it alone has anchors."""
    return any(is_anchor(region.label) for region in record.regions)


def annotations_of(record: SampleRecord) -> tuple[FormAnnotation, ...]:
    """Return the regions of a form.

    Raises:
        DataError: ``line_without_place``.
    """
    return tuple(
        FormAnnotation(
            line,
            None if is_anchor(region.label) else region.label,
            is_anchor(region.label),
        )
        for region, line in zip(record.regions, annotated_lines(record), strict=True)
    )


def field_values(record: SampleRecord) -> dict[str, str]:
    """Return what the fields of a filled-in form say; an empty annotation is an empty field."""
    return {
        one.label: one.text or ""
        for one in record.regions
        if one.label is not None and not is_anchor(one.label)
    }


def open_template(record: SampleRecord, files: SampleFiles) -> FormTemplate:
    """Read the image of a template.

    Raises:
        DataError: ``image_unreadable`` or ``line_without_place``.
    """
    return FormTemplate(record, decoded_image(record, files), annotations_of(record))


def template_findings(records: Sequence[SampleRecord]) -> Iterator[Finding]:
    """Yield what is wrong with the templates among all samples, and with forms that fit none."""
    templates = [record for record in records if is_template(record)]
    if not templates:
        yield _blocking(
            "template_absent",
            f"None of the {len(records)} images is a template. Annotate at least {LEAST_ANCHORS} "
            f"printed words of one image with the label '{ANCHOR}', and its fields with their "
            "names.",
            count=len(records),
            least=LEAST_ANCHORS,
        )
    for record in templates:
        yield from _template_findings(record)
    known = {one.label for record in templates for one in record.regions}
    strange = Counter(
        name
        for record in records
        if not is_template(record)
        for name in field_values(record)
        if name not in known
    )
    if templates and strange:
        names = ", ".join(sorted(strange)[:10])
        yield Finding(
            "fields_unknown",
            {"count": len(strange), "labels": names},
            f"{len(strange)} field(s) of filled-in forms are in no template and are left out: "
            f"{names}. Annotate them on the template, or rename them.",
            blocking=False,
        )


def _template_findings(record: SampleRecord) -> Iterator[Finding]:
    name = record.name
    annotations = annotations_of(record)
    anchors = [annotation.line for annotation in annotations if annotation.is_anchor]
    fields = [annotation for annotation in annotations if annotation.name is not None]
    if silent := sum(not anchor.text for anchor in anchors):
        yield _blocking(
            "anchor_without_text",
            f"{silent} anchor(s) of the template '{name}' have no text. Write down what they say.",
            sample=name,
            count=silent,
        )
    if len(anchors) < LEAST_ANCHORS:
        yield _blocking(
            "anchors_too_few",
            f"The template '{name}' has {len(anchors)} anchor(s); at least {LEAST_ANCHORS} are "
            "needed to find it in an image. Annotate further printed words, far from each other.",
            sample=name,
            count=len(anchors),
            least=LEAST_ANCHORS,
        )
    elif are_on_a_line(np.array([anchor.corners.mean(axis=0) for anchor in anchors])):
        yield _blocking(
            "anchors_on_a_line",
            f"The anchors of the template '{name}' lie on one line, which does not say how the "
            "form is tilted. Annotate a further printed word far beside that line.",
            sample=name,
        )
    if not fields:
        yield _blocking(
            "template_without_fields",
            f"The template '{name}' has no field. Annotate the places to read, each with the name "
            "of its field as its label.",
            sample=name,
        )
    yield from _field_findings(record, fields, anchors)


def _field_findings(
    record: SampleRecord, fields: Sequence[FormAnnotation], anchors: Sequence[AnnotatedLine]
) -> Iterator[Finding]:
    name = record.name
    counts = Counter(str(annotation.name) for annotation in fields)
    if twice := [field for field, count in counts.items() if count > 1]:
        yield _blocking(
            "field_twice",
            f"The field '{twice[0]}' is annotated {counts[twice[0]]} times on the template "
            f"'{name}'. Give each field its own name.",
            sample=name,
            field=twice[0],
            count=counts[twice[0]],
        )
    if record.width and record.height:
        size = np.array([record.width, record.height])
        for annotation in fields:
            middle = annotation.line.corners.mean(axis=0)
            if (middle < 0).any() or (middle > size).any():
                yield _blocking(
                    "field_outside",
                    f"The field '{annotation.name}' of the template '{name}' lies outside of the "
                    "image. Annotate it anew.",
                    sample=name,
                    field=str(annotation.name),
                )
    for annotation in fields:
        if any(_covers(anchor.corners, annotation.line.corners) for anchor in anchors):
            yield _blocking(
                "field_on_anchor",
                f"The field '{annotation.name}' of the template '{name}' lies on an anchor. "
                "Annotate the value alone, without the printed word beside it.",
                sample=name,
                field=str(annotation.name),
            )


def _covers(anchor: Points, field: Points) -> bool:
    """Tell whether the middle of an anchor lies within the rectangle around a field."""
    middle = anchor.mean(axis=0)
    return bool((middle > field.min(axis=0)).all() and (middle < field.max(axis=0)).all())


def _blocking(code: str, message: str, **params: str | int) -> Finding:
    return Finding(code, params, message, blocking=True)


def template_files(
    templates: Sequence[FormTemplate], characters: Mapping[str, str]
) -> dict[str, bytes]:
    """Return the files of a package that describe its templates.

    The images show the anchors and nothing else: what was filled into the sample stays here.

    Args:
        templates: in the order in which they are tried.
        characters: that may stand in a field, by its name; fields that are absent take all.
    """
    files: dict[str, bytes] = {}
    entries = []
    for number, template in enumerate(templates):
        path = f"template_{number}.png"
        files[path] = _png(_anchors_alone(template))
        height, width = template.pixels.shape[:2]
        entries.append(
            {
                "size": [width, height],
                "picture": path,
                "anchors": [
                    {
                        "text": annotation.line.text,
                        "points": annotation.line.corners.round(3).tolist(),
                    }
                    for annotation in template.anchors
                ],
                "fields": [
                    {
                        "name": annotation.name,
                        "points": annotation.line.corners.round(3).tolist(),
                        "characters": characters.get(str(annotation.name)),
                    }
                    for annotation in template.fields
                ],
            }
        )
    content = json.dumps({"templates": entries}, ensure_ascii=False, indent=1)
    return {TEMPLATE_FILE: content.encode(), **files}


def _anchors_alone(template: FormTemplate) -> Pixels:
    alone = np.full_like(template.pixels, 255)
    for annotation in template.anchors:
        (left, top), (right, bottom) = (
            # A start below zero would count from the far side.
            np.maximum(np.floor(annotation.line.corners.min(axis=0)).astype(int) - _MARGIN, 0),
            np.ceil(annotation.line.corners.max(axis=0)).astype(int) + _MARGIN,
        )
        alone[top:bottom, left:right] = template.pixels[top:bottom, left:right]
    return alone


def _png(pixels: Pixels) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", optimize=True)
    return stream.getvalue()
