"""Turn what a person or a launcher wrote into a spec."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from engine.catalog import TASKS, TaskCard, Tier
from engine.commands.network import start_of, usual_network
from engine.commands.reading import mapping_of, reading_of
from engine.commands.refusals import invalid, unknown_task
from engine.errors import SpecError
from engine.formats.reading.trees import open_tree
from engine.formats.recognition.detection import detect
from engine.nearest import did_you_mean, nearest
from engine.specs.data import DatasetFormat, FilesDataSpec
from engine.specs.parse import options_class, parse_options, parse_training_spec
from engine.specs.samples.column_mapping import ColumnMapping
from engine.specs.samples.table_reading import TableReading
from engine.specs.spec import Spec
from engine.specs.training import PluginSpec, ResourceSpec, TrainingSpec

S = TypeVar("S", bound=Spec)

SPEC_FILE = "spec.json"
"""What was asked for, in the work folder: ``export`` repeats it, and so may a person."""

OWN_DATA = "data"
"""The folder of a run with the samples that a plugin reads."""

AUTO_FORMAT = "auto"
"""Stands for the format that the data looks like."""


def read_spec(path: Path) -> TrainingSpec:
    """Read a training spec from a JSON file.

    Raises:
        SpecError: when it is absent, not JSON, or says something that cannot be done.
    """
    try:
        document = json.loads(_content(path))
    except ValueError as error:
        raise SpecError(
            f"The spec '{path}' is not JSON: {error}.", code="spec_unreadable", path=str(path)
        ) from error
    # Looked at first, since the task decides which options there are.
    if not isinstance(document, dict) or document.get("task") not in TASKS:
        task = document.get("task") if isinstance(document, dict) else None
        raise unknown_task(str(task))
    try:
        spec = parse_training_spec(document)
    except ValidationError as error:
        raise invalid(error, options_class(document["task"]), TrainingSpec) from error
    require_backbone(spec.task, spec.backbone, spec.plugins)
    return spec


def made(kind: type[S], **fields: object) -> S:
    """Return a spec of one kind from its fields.

    Raises:
        SpecError: when one of them says something that cannot be done.
    """
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise invalid(error, kind) from error


def read_as(path: Path, kind: type[S]) -> S:
    """Read a spec of one kind from a JSON file.

    Raises:
        SpecError: when it is absent, not JSON, or says something that cannot be done.
    """
    try:
        return kind.model_validate_json(_content(path))
    except ValidationError as error:
        raise invalid(error, kind) from error


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SpecError(
            f"The spec '{path}' cannot be read: {error.strerror}. Check the path.",
            code="spec_unreadable",
            path=str(path),
        ) from error


def spec_of(options: Namespace) -> TrainingSpec:
    """Build a spec from the command line.

    Raises:
        SpecError: when an option or backbone does not exist or is out of range.
    """
    if options.spec is not None:
        return read_spec(options.spec)
    if options.task not in TASKS:
        raise unknown_task(options.task)
    card = TASKS[options.task]
    backbone = options.backbone or usual_network(card, Tier(options.tier), options.data)
    plugins = plugins_of(options.plugin)
    require_backbone(options.task, backbone, plugins)
    try:
        return TrainingSpec(
            run_id=options.work.resolve().name,
            task=options.task,
            data=asked_data(options, options.task, options.work / OWN_DATA),
            backbone=backbone,
            options=parse_options(
                options.task,
                {
                    **parse_assignments(options.option),
                    **_target(options, card),
                    **_accepted(options, card),
                },
            ),
            pretrained=start_of(options, backbone, plugins),
            initial_package=str(options.initial.resolve()) if options.initial else None,
            resources=ResourceSpec(
                device=options.device,
                num_threads="auto" if options.threads is None else options.threads,
            ),
            plugins=plugins,
            loss=options.loss,
            metric=options.metric,
            seed=options.seed,
            model_name=options.name,
        )
    except ValidationError as error:
        raise invalid(error, card.options) from error


def _target(options: Namespace, card: TaskCard) -> dict[str, object]:
    """Return the option that names the column to predict.

    Raises:
        SpecError: ``target_useless`` when the task predicts no column.
    """
    if options.target is None:
        return {}
    if "target" in card.options.model_fields:
        return {"target": options.target}
    if "targets" in card.options.model_fields:
        return {"targets": [options.target]}
    raise SpecError(
        f"The task '{card.key}' predicts no column of a table. Leave '--target' out.",
        code="target_useless",
        task=card.key,
    )


def _accepted(options: Namespace, card: TaskCard) -> dict[str, object]:
    """Return the option that says what somebody agreed to.

    Raises:
        SpecError: ``accept_useless`` when a run of the task waits for nobody.
    """
    if not options.accept:
        return {}
    if "accepted" in card.options.model_fields:
        return {"accepted": options.accept}
    raise SpecError(
        f"A run of the task '{card.key}' waits for no confirmation. Leave '--accept' out.",
        code="accept_useless",
        task=card.key,
    )


def asked_data(options: Namespace, task: str, folder: Path) -> FilesDataSpec:
    """Return the data of a command line; samples that a plugin reads are written below a folder.

    Raises:
        DataError: when the data cannot be used.
        SpecError: when no plugin registers what is to be read.
    """
    path, form = options.data, options.format
    if options.dataset is not None:
        from engine.tasks.own_data import write_dataset

        path, form = write_dataset(options.dataset, task, folder), DatasetFormat.JSON_LINES.value
    return data_of(path, task, form, options.multi_label, reading_of(options), mapping_of(options))


def data_of(
    path: Path,
    task: str,
    wanted: str | None = None,
    multi_label: bool = False,
    reading: TableReading | None = None,
    mapping: ColumnMapping | None = None,
) -> FilesDataSpec:
    """Return where data is, in the format that was asked for or the first one of the task.

    Raises:
        DataError: when the format is to be told by the data, and there is none.
        SpecError: ``format_unknown`` when the task cannot read that format.
    """
    formats = TASKS[task].formats
    if wanted == AUTO_FORMAT:
        wanted = _looks_like(path, task)
    if wanted is not None and wanted not in formats:
        raise SpecError(
            f"Task '{task}' does not read the format '{wanted}'. Choose one of: "
            f"{', '.join(formats)}.",
            code="format_unknown",
            format=wanted,
        )
    chosen = formats[0] if wanted is None else DatasetFormat(wanted)
    try:
        return FilesDataSpec(
            format=chosen,
            root=str(path.resolve()),
            multi_label=multi_label,
            reading=reading or TableReading(),
            mapping=mapping or ColumnMapping(),
        )
    except ValidationError as error:
        raise invalid(error) from error


def _looks_like(path: Path, task: str) -> DatasetFormat | None:
    """Return the likeliest format of data, ``None`` when it looks like no one of the task."""
    formats = TASKS[task].formats
    with open_tree(path.resolve()) as tree:
        return next((guess.format for guess in detect(tree, task) if guess.format in formats), None)


def parse_assignments(assignments: list[str]) -> dict[str, object]:
    """Turn ``a=1`` and ``b.c=true`` into nested options; what is no JSON is text.

    Raises:
        SpecError: when an item has no ``=``.
    """
    options: dict[str, object] = {}
    for assignment in assignments:
        name, separator, text = assignment.partition("=")
        if not separator or not name:
            raise SpecError(
                f"'{assignment}' is no option. Write NAME=VALUE, for example epochs=5.",
                code="option_malformed",
                option=assignment,
            )
        try:
            value: object = json.loads(text)
        except ValueError:
            value = text
        *groups, last = name.split(".")
        place = options
        for group in groups:
            inner = place.setdefault(group, {})
            if not isinstance(inner, dict):
                raise SpecError(
                    f"'{group}' is given a value and options of its own. Write one of them.",
                    code="option_malformed",
                    option=assignment,
                )
            place = inner
        place[last] = value
    return options


def plugins_of(files: Sequence[Path]) -> tuple[PluginSpec, ...]:
    """Return files that register parts, as they are now.

    Raises:
        SpecError: ``plugin_unusable`` when one cannot be read.
    """
    if not files:
        return ()
    from engine.tasks.own_parts import digest_of

    return tuple(PluginSpec(file=str(file.resolve()), sha256=digest_of(file)) for file in files)


def require_backbone(task: str, backbone: str, plugins: Sequence[PluginSpec] = ()) -> None:
    """Check that a task has a backbone, or plugins register it.

    Raises:
        SpecError: ``backbone_unknown``.
    """
    known = [card.key for card in TASKS[task].backbones]
    if plugins:
        # It brings PyTorch, as the files themselves do.
        from easel.register import networks

        from engine.tasks.own_parts import load_plugins

        load_plugins(plugins)
        known += networks
    if backbone not in known:
        near = nearest(backbone, known)
        hint = did_you_mean(near)
        raise SpecError(
            f"Task '{task}' has no backbone '{backbone}'.{hint} Choose one of: {', '.join(known)}.",
            code="backbone_unknown",
            backbone=backbone,
            nearest=near,
        )
