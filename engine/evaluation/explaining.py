"""What spoke for a prediction about one's own samples: the network of a package, opened again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import SpecError
from engine.evaluation.classifier import Classifier
from engine.evaluation.error_examples import Explanation
from engine.evaluation.heatmaps import HeatMap, HeatMaps
from engine.evaluation.mistakes import Pick
from engine.evaluation.text.aspect_evaluator import AspectEvaluator
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.task import GradientTask
from engine.specs.data import ManifestDataSpec, SampleRecord, Split
from engine.specs.package.evaluation import EvaluationBasis
from engine.specs.package.manifest import Manifest
from engine.specs.training import PluginSpec, TrainingSpec

EXPLAINED = (
    "image.classification", "speech.sound_classification", "text.classification",
    "text.sentiment", "video.classification",
)  # fmt: skip
"""Tasks whose reports say what spoke for a label, and so can packages of theirs."""

_INDEX = "samples.jsonl"


@dataclass(frozen=True)
class Asked:
    """A sample, and the label that is to be explained."""

    file: Path
    label: str


def require_explained(task: str) -> None:
    """Refuse packages of tasks that explain nothing.

    Raises:
        SpecError: ``explanation_unsupported``.
    """
    if task in EXPLAINED:
        return
    raise SpecError(
        f"Predictions of the task '{task}' are not explained. These tasks explain theirs: "
        f"{', '.join(EXPLAINED)}; and of tabular.prediction 'easel' says what each column "
        "contributes.",
        code="explanation_unsupported",
        task=task,
    )


def training_of(
    package: Path,
    manifest: Manifest,
    basis: EvaluationBasis,
    asked: Sequence[Asked],
    folder: Path,
    plugins: tuple[PluginSpec, ...] = (),
) -> TrainingSpec:
    """Return a training that starts from a package, whose held-out samples are those asked about.

    Nothing is trained by it: opening it builds the network again with its weights.

    Args:
        package: its folder.
        manifest: of the package.
        basis: what the package keeps of its training.
        asked: the samples.
        folder: the index of the samples is written there.
        plugins: that register its network, where it is one of the user's own.
    """
    labels = tuple(label.name for label in manifest.labels)
    lines = [
        # A split may not be empty, and of these nothing is learnt.
        *(_record(asked[0], split, split.value) for split in (Split.TRAIN, Split.VALIDATION)),
        *(_record(one, Split.TEST, str(number)) for number, one in enumerate(asked)),
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _INDEX).write_text("".join(f"{line.model_dump_json()}\n" for line in lines), "utf-8")
    return TrainingSpec(
        run_id="explain",
        task=manifest.task,
        data=ManifestDataSpec(
            index=str(folder / _INDEX),
            files_root=str(folder),
            labels=labels,
            multi_label=manifest.multi_label,
        ),
        backbone=manifest.backbone,
        options=basis.options,
        initial_package=str(package),
        plugins=plugins,
        seed=basis.seed,
    )


def explained(
    task: GradientTask[Any],
    evaluator: Evaluator[Any],
    spec: TrainingSpec,
    asked: Sequence[Asked],
    folder: Path,
) -> Iterator[HeatMap | Explanation]:
    """Yield what spoke for the label of each sample: a heat map, or weights of words.

    Args:
        task: of the training, whose network may be one of the user's own.
        evaluator: of the task as it is without parts of the user's own.
        spec: of ``training_of``.
        asked: as they were given there.
        folder: for what is written on the way.

    Raises:
        SpecError: ``explanation_unsupported`` when the network has nothing to look into.
    """
    splits = task.build_splits(spec)
    spec = task.resolve(spec, splits)
    model = task.build_model(spec, splits).eval()
    explain = _classifier(evaluator).explain(model, splits, folder)
    picks = [Pick(index, splits.labels.index(one.label), 1.0) for index, one in enumerate(asked)]
    if not isinstance(explain, HeatMaps):
        yield from explain("example", picks)
        return
    if not explain.has_features:
        raise SpecError(
            f"The network '{spec.backbone}' has no layer called 'features', so there is nothing "
            "to draw. Name the layer that gives its feature map so.",
            code="explanation_unsupported",
            task=spec.task,
        )
    yield from explain.maps(picks)


def _classifier(evaluator: Evaluator[Any]) -> Classifier:
    classifier = evaluator.of_texts if isinstance(evaluator, AspectEvaluator) else evaluator
    assert isinstance(classifier, Classifier), f"{type(evaluator).__name__} explains nothing"
    return classifier


def _record(asked: Asked, split: Split, name: str) -> SampleRecord:
    content = asked.file.read_bytes()
    return SampleRecord(
        id=name,
        file=str(asked.file.resolve()),
        name=asked.file.name,
        sha256=hashlib.sha256(content).hexdigest(),
        split=split,
        labels=(asked.label,),
    )
