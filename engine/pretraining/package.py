"""Build the package of a model that works without any training, by the engine's own weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from engine.catalog import TASKS
from engine.data.ocr.pages import characters_of
from engine.errors import SpecError
from engine.events import EventSink
from engine.export.package import build_package
from engine.interfaces.run import TrainedModel
from engine.models.ocr.detector import Reader
from engine.pretraining.documents.dataset import write_pages
from engine.specs.built_in import BuiltInSpec
from engine.specs.data import DatasetFormat, FilesDataSpec
from engine.specs.options.ocr.text_recognition import TextRecognitionOptions
from engine.specs.package.report import TrainingSummary
from engine.specs.training import PretrainedSpec, TrainingSpec
from engine.tasks.ocr.text_recognition import CHARACTER_FILE, TASK, TextRecognition
from engine.training.resources import use_threads
from engine.weights.built_in import built_in_file, read_card

_PAGE_SIZE = 640


def build_built_in(spec: BuiltInSpec, work: Path, emit: EventSink) -> Path:
    """Write the folder ``work/package``, whole or not at all, and return it.

    The model is evaluated on samples that are drawn for it, as nobody's own are at hand.

    Args:
        spec: of which task, and what the model is called.
        work: the work folder.
        emit: is told phases, progress and the finished package.

    Raises:
        SpecError: ``built_in_absent`` when no weights can do the task without training.
        ResourceError: ``weights_damaged``, ``no_font`` or ``disk_full``.
        ExportError: when a network cannot be exported, or the exported one answers differently.
    """
    build = BUILDERS.get(spec.task)
    if build is None:
        raise SpecError(
            f"No model comes with Easel that does '{spec.task}' without training. There is one "
            f"for: {', '.join(BUILDERS)}. Train a model for this task.",
            code="built_in_absent",
            task=spec.task,
        )
    emit.phase("prepare")
    task, trained = build(spec, work)
    use_threads(trained.spec.resources)
    return build_package(task, trained, work=work, emit=emit)


def _text_recognition(spec: BuiltInSpec, work: Path) -> tuple[TextRecognition, TrainedModel]:
    backbone = TASKS[spec.task].built_in_backbone
    assert backbone is not None
    training = TrainingSpec(
        run_id=spec.name,
        task=spec.task,
        data=FilesDataSpec(
            format=DatasetFormat.TEXT_LINES,
            root=str(write_pages(work / "pages")),
            validation_share=0.0,
            test_share=0.0,
        ),
        backbone=backbone.key,
        options=TextRecognitionOptions(image_size=_PAGE_SIZE, synthetic_lines=0.0),
        pretrained=PretrainedSpec(),
        model_name=spec.name,
        model_version=spec.version,
    )
    weights = built_in_file(str(backbone.weights))
    splits = TASK.build_splits(training)
    characters = characters_of([read_card(weights).characters])
    splits = replace(splits, files={**splits.files, CHARACTER_FILE: characters})
    resolved = TASK.resolve(training, splits)
    reader = TASK.new_model(resolved, splits).eval()
    assert isinstance(reader, Reader)
    summary = TrainingSummary(
        backbone=backbone.key,
        pretrained=backbone.weights,
        from_scratch=False,
        epochs=0,
        best_epoch=0,
        train_samples=0,
        train_seconds=0.0,
        device=resolved.resources.device,
        parameters=sum(one.numel() for one in reader.parameters()),
    )
    networks = TASK.networks(resolved, splits, reader)
    return TASK, TrainedModel(resolved, splits, summary, networks, module=reader)


BUILDERS: Mapping[str, Callable[[BuiltInSpec, Path], tuple[TextRecognition, TrainedModel]]] = {
    "ocr.text_recognition": _text_recognition
}
