"""``python -m engine explain``: say what spoke for the predictions of a package."""

from __future__ import annotations

import json
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import easel.runtime
from easel.errors import EaselError

from engine.commands.predict import read_source
from engine.commands.specs import plugins_of
from engine.errors import DataError, SpecError
from engine.nearest import did_you_mean, nearest
from engine.specs.package.evaluation import EvaluationBasis
from engine.specs.package.manifest import Manifest

if TYPE_CHECKING:
    from engine.evaluation.error_examples import Explanation
    from engine.evaluation.heatmaps import HeatMap
    from engine.interfaces.task import GradientTask


def run(options: Namespace) -> int:
    """Print a line for each file: the label, its score, and what spoke for it.

    Heat maps are written into the folder of the output, as numbers (``.npy``) and as a drawing.
    """
    model = _loaded(options.package)
    manifest = Manifest.model_validate(model.manifest.document)
    # PyTorch comes with these, and takes seconds: what was refused above did not wait for it.
    from engine.evaluation.explaining import Asked, explained, require_explained, training_of
    from engine.evaluation.measuring import basis_of
    from engine.tasks.loading import load_task, task_of

    require_explained(manifest.task)
    answers = [_answer(model, file, options.label) for file in options.sources]
    asked = [Asked(file, label) for file, (label, _) in zip(options.sources, answers, strict=True)]
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="explain-", dir=options.output) as scratch:
        package = _folder(model, options.package, Path(scratch))
        basis: EvaluationBasis = basis_of(model, manifest)
        plugins = plugins_of(options.plugin)
        spec = training_of(package, manifest, basis, asked, Path(scratch), plugins)
        task = cast("GradientTask[Any]", task_of(spec))
        evaluator = load_task(manifest.task).evaluator
        found_all = explained(task, evaluator, spec, asked, Path(scratch))
        for number, found in enumerate(found_all):
            label, score = answers[number]
            line = {"file": str(asked[number].file), "label": label, "score": score}
            line |= _written(found, options.output, number)
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    return 0


def _loaded(package: Path) -> easel.runtime.Model:
    try:
        return easel.runtime.load(package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error


def _answer(model: easel.runtime.Model, file: Path, label: str | None) -> tuple[str, float]:
    """Return the label that is to be explained, by default the best one, and its score.

    Raises:
        DataError: when the file cannot be used.
        SpecError: ``label_unknown``.
    """
    try:
        results = model.predict(read_source(model, file), top_num=len(model.labels), threshold=0.0)
    except (EaselError, OSError, ValueError) as error:
        reason = error.message if isinstance(error, EaselError) else str(error)
        raise DataError(
            f"'{file}' cannot be used: {reason}", code="file_unreadable", file=str(file)
        ) from error
    scores = {str(one["name"]): float(cast(float, one["score"])) for one in _named(results)}
    if label is None:
        best = max(scores, key=scores.__getitem__)
        return best, scores[best]
    if label not in scores:
        hint = did_you_mean(nearest(label, scores))
        raise SpecError(
            f"The model has no label '{label}'.{hint} It knows: {', '.join(model.labels)}.",
            code="label_unknown",
            label=label,
        )
    return label, scores[label]


def _named(results: Sequence[easel.runtime.Result]) -> Sequence[dict[str, object]]:
    """Return a prediction of labels of whole samples.

    Raises:
        SpecError: ``explanation_unsupported`` when the model also marks parts of a text.
    """
    documents = easel.runtime.documents(results)
    if all(set(one) == {"name", "score"} for one in documents):
        return documents
    raise SpecError(
        "The model marks parts of a text, which are their own explanation. Models that label "
        "whole texts say which words spoke for a label.",
        code="explanation_unsupported",
        task="text.sentiment",
    )


def _folder(model: easel.runtime.Model, package: Path, scratch: Path) -> Path:
    """Return the package as a folder; one in a zip is unpacked."""
    if package.is_dir():
        return package
    unpacked = scratch / "package"
    opened = model.package
    assert opened is not None, "it was loaded from one"
    for name in ("manifest.json", *(file.path for file in opened.manifest.files)):
        content = opened.manifest_bytes if name == "manifest.json" else opened.read(name)
        (unpacked / name).parent.mkdir(parents=True, exist_ok=True)
        (unpacked / name).write_bytes(content)
    return unpacked


def _written(found: HeatMap | Explanation, output: Path, number: int) -> dict[str, object]:
    """Write a heat map; return what the line says of it, or of the words."""
    import numpy as np

    from engine.evaluation.error_examples import Explanation
    from engine.evaluation.heatmaps import write_png

    if isinstance(found, Explanation):
        return {"weights": found.attributions}
    np.save(output / f"{number:03}.npy", found.values)
    write_png(output / f"{number:03}.png", found.pixels)
    return {"values": f"{number:03}.npy", "drawing": f"{number:03}.png"}
