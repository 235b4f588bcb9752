"""Template reading: the fields of forms that look like an annotated sample."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.catalog.ocr import TEMPLATE
from engine.data.evaluation_data import held_out
from engine.data.ocr.drawn_forms import DrawnForms
from engine.data.ocr.form_crops import annotated_crops
from engine.data.ocr.form_templates import (
    DATES,
    NUMBERS,
    TEMPLATE_FILE,
    FormTemplate,
    is_template,
    open_template,
    template_files,
    template_findings,
)
from engine.data.ocr.pages import PageDataset
from engine.data.ocr.synthesis.fonts import chosen_fonts
from engine.data.ocr.synthesis.forms import FormPrinter, Photograph
from engine.data.ocr.synthesis.lines import Line, draw_lines
from engine.data.ocr.synthesis.values import draw_value
from engine.data.quality import check_samples
from engine.data.samples import SampleSet, read_samples
from engine.errors import DataError, SpecError
from engine.evaluation.text.field_evaluator import FieldEvaluator
from engine.evaluation.text.line_evaluator import Reading
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationRequest
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.network import Pipeline
from engine.options import options_of
from engine.specs.data import DataSpec, SampleRecord, Split
from engine.specs.options.ocr.template import TemplateOptions
from engine.specs.package.inputs import ImageInput
from engine.specs.package.ops.words import ReadFieldsOp
from engine.specs.training import TrainingSpec
from engine.tasks.ocr.text_recognition import (
    CHARACTER_FILE,
    RECOGNIZER,
    TextRecognition,
    character_file,
    image_ops,
    num_drawn,
    page_size,
    resolved_size,
)
from engine.threads import num_threads
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.validation.checks import Finding, blocking_first

REACH = 0.25
_PRESET = SchedulePreset(
    new_rate=3e-3,
    known_rate=3e-4,
    new_steps=2400,
    known_steps=480,
    max_batch=2,
    built_in_rate=1e-3,
    built_in_steps=800,
)
_LARGEST_SIZE = {"cpu": 512, "cuda": 960}
_TURNED = 0.25
"""Share of drawn forms that lie on a side or on their head, where that may be."""
_DRAWN_HELD_OUT = {Split.VALIDATION: 16, Split.TEST: 40}


class TemplateReading(TextRecognition):
    """Find a form by its anchors and read its fields: a reader trained on copies of it.

    The networks, their losses and their training are those of ``ocr.text_recognition``, so that a
    reader of either task can be trained on for the other.
    """

    card = TEMPLATE
    evaluator: Evaluator[Reading] = FieldEvaluator()

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the templates before training and name what is wrong with them."""
        samples = read_samples(data, self.card)
        findings = check_samples(samples, self.card)
        return blocking_first([*findings, *template_findings(samples.records)])

    def build_splits(self, spec: TrainingSpec) -> Splits[PageDataset]:
        """Open the templates and draw filled-in copies; forms that were given are held out.

        Every image with anchors is a template, whichever split it is in. Forms of the train split
        give their lines to the recogniser.

        Raises:
            DataError: when the index or folder is missing or malformed, or a template cannot be
                used.
            SpecError: when the options name a field that no template has, or the initial model
                cannot read the sample values.
            ResourceError: when no font of the machine can write a value, or the initial package
                has no characters.
        """
        samples = read_samples(spec.data, self.card)
        require_templates(samples.records)
        options = options_of(spec, TemplateOptions)
        templates = _templates(samples)
        allowed = _allowed(options, templates)
        files = _drawn_forms(samples, templates, options, spec.seed)
        train = files.records(Split.TRAIN, options.drawn_forms * len(templates))
        lines = [
            *annotated_crops(_forms(samples, Split.TRAIN), samples.files),
            *_drawn_lines(spec, options, templates, allowed, train),
        ]
        texts = [one.text for record in train for one in record.regions if one.text]
        characters = character_file(spec, [*texts, *(line.text for line in lines)])
        _require_characters(json.loads(characters), templates)
        ops = image_ops(_image_size(spec, templates))

        def dataset(records: Sequence[SampleRecord], drawn: Sequence[Line] = ()) -> PageDataset:
            return PageDataset(
                records,
                files,
                ops,
                json.loads(characters),
                options.line_height,
                drawn,
                drawn_share=options.synthetic_lines,
                num_threads=num_threads(spec.resources.num_threads),
            )

        return Splits(
            train=dataset(train, lines),
            validation=dataset(_held_out(samples, files, Split.VALIDATION)),
            test=dataset(_held_out(samples, files, Split.TEST)),
            labels=_field_names(templates),
            files={CHARACTER_FILE: characters, **template_files(templates, allowed)},
        )

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the forms that count: given ones, or copies drawn where none is given."""
        options = request.options(TemplateOptions)
        files = _drawn_forms(samples, _templates(samples), options, request.basis.seed)
        if request.split is None:
            samples = held_out(samples)
        records = _held_out(samples, files, request.split or Split.TEST)
        return replace(samples, records=tuple(records), files=files)

    def resolve(self, spec: TrainingSpec, splits: Splits[PageDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this form and this machine."""
        options = options_of(spec, TemplateOptions)
        # Drawn forms have the size of their template, which decides.
        sizes = [(one.width or 1, one.height or 1) for one in splits.train.records]
        return resolve_schedule(
            spec,
            len(splits.train),
            _PRESET,
            image_size=_size_for(spec, sizes),
            reach=REACH if options.reach == "auto" else options.reach,
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[PageDataset]) -> Pipeline:
        """Return how an image becomes a tensor, and lines become fields."""
        options = options_of(spec, TemplateOptions)
        return Pipeline(
            input=ImageInput(),
            preprocessing=image_ops(resolved_size(spec)),
            postprocessing=(
                ReadFieldsOp(
                    recognizer=RECOGNIZER,
                    characters=CHARACTER_FILE,
                    line_height=options.line_height,
                    templates=TEMPLATE_FILE,
                    reach=REACH if options.reach == "auto" else options.reach,
                ),
            ),
        )


TASK = TemplateReading()


def require_templates(records: Sequence[SampleRecord]) -> None:
    """Refuse to train on templates that cannot be used.

    Raises:
        DataError: the first finding that blocks.
    """
    for finding in template_findings(records):
        if finding.blocking:
            raise DataError(finding.message, code=finding.code, **finding.params)


def _templates(samples: SampleSet) -> list[FormTemplate]:
    return [open_template(one, samples.files) for one in samples.records if is_template(one)]


def _drawn_forms(
    samples: SampleSet, templates: Sequence[FormTemplate], options: TemplateOptions, seed: int
) -> DrawnForms:
    """Return the files of the samples, and of copies of the templates."""
    allowed = _allowed(options, templates) if templates else {}
    fonts = chosen_fonts(options.fonts) if templates else ()
    way = Photograph(angle=options.max_angle, turned=_TURNED if options.quarter_turns else 0)
    printers = [FormPrinter(one, fonts, allowed, options.words, way) for one in templates]
    return DrawnForms(printers, samples.files, seed)


def _forms(samples: SampleSet, split: Split) -> list[SampleRecord]:
    return [record for record in samples.of(split) if not is_template(record)]


def _held_out(samples: SampleSet, files: DrawnForms, split: Split) -> Sequence[SampleRecord]:
    """Return the filled-in forms of a split, or drawn ones where none were given at all."""
    given = _forms(samples, split)
    others = [record for record in samples.records if not is_template(record)]
    # Real forms of another split say more than drawn ones; validation alone cannot be empty.
    if given or (others and split is Split.TEST):
        return given
    return files.records(split, _DRAWN_HELD_OUT[split])


def _field_names(templates: Sequence[FormTemplate]) -> tuple[str, ...]:
    names = (str(annotation.name) for template in templates for annotation in template.fields)
    return tuple(dict.fromkeys(names))


def _allowed(options: TemplateOptions, templates: Sequence[FormTemplate]) -> dict[str, str]:
    """Return the characters that fields may have, by name.

    Raises:
        SpecError: ``field_unknown``.
    """
    allowed = {
        **dict.fromkeys(options.number_fields, NUMBERS),
        **dict.fromkeys(options.date_fields, DATES),
    }
    known = _field_names(templates)
    for name in allowed:
        if name not in known:
            raise SpecError(
                f"The options name the field '{name}', which no template has. The fields are "
                f"{', '.join(known)}.",
                code="field_unknown",
                field=name,
            )
    return allowed


def _require_characters(known: Sequence[str], templates: Sequence[FormTemplate]) -> None:
    """Refuse an initial model that does not know the characters of the sample values.

    Raises:
        SpecError: ``initial_characters_absent``.
    """
    wanted = {
        character
        for template in templates
        for annotation in template.fields
        for character in annotation.line.text or ""
    }
    if absent := "".join(sorted(wanted - set(known))):
        raise SpecError(
            f"The initial model does not know the characters '{absent[:40]}' of the sample values. "
            "Take a reader that was trained with them, or train without an initial model.",
            code="initial_characters_absent",
            characters=absent[:40],
        )


def _drawn_lines(
    spec: TrainingSpec,
    options: TemplateOptions,
    templates: Sequence[FormTemplate],
    allowed: Mapping[str, str],
    forms: Sequence[SampleRecord],
) -> list[Line]:
    """Draw lines for the recogniser: half of them like the fields, half of any text."""
    number = num_drawn(options, sum(len(form.regions) for form in forms))
    if number == 0:
        return []
    random = np.random.default_rng([spec.seed, number])
    annotations = [annotation for template in templates for annotation in template.fields]
    values = [
        draw_value(random, annotation.line.text, allowed.get(str(annotation.name)), options.words)
        for place in range(max(number, 1))
        for annotation in [annotations[place % len(annotations)]]
    ]
    fonts = chosen_fonts(options.fonts)
    return [
        *draw_lines(number - number // 2, fonts, seed=spec.seed, words=values),
        *draw_lines(number // 2, fonts, seed=spec.seed + 1, words=options.words),
    ]


def _image_size(spec: TrainingSpec, templates: Sequence[FormTemplate]) -> int:
    return _size_for(spec, [template.pixels.shape[:2] for template in templates])


def _size_for(spec: TrainingSpec, sizes: Sequence[tuple[int, ...]]) -> int:
    return page_size(spec, [max(size) for size in sizes], _LARGEST_SIZE[spec.resources.device])
