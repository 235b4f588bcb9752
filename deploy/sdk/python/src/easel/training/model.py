"""What a training gives: a model package, and what notebooks do with it."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from easel.training.arguments import data_arguments
from easel.training.columns import explain_row
from easel.training.data import as_path
from easel.training.engine import find_engine
from easel.training.explaining import explain
from easel.training.package_files import write_package
from easel.training.summary import metrics_of, model_html

if TYPE_CHECKING:
    from easel.runtime import Model, Result
    from easel.training.explanation import Explanation

# What each column contributes the runtime itself says.
_TABLES = "tabular.prediction"


@dataclass(frozen=True)
class Evaluation:
    """How good a model is on some data, by the deployed runtime.

    Attributes:
        metrics: numbers by name; the first is the one that the task is evaluated by.
        num_samples: that were looked at.
        left_out: why a sample was not, by its name.
    """

    metrics: Mapping[str, float]
    num_samples: int
    left_out: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> float:
        """Return a number by its name."""
        return self.metrics[name]

    def __str__(self) -> str:
        lines = [f"{self.num_samples} samples"]
        lines += [f"{name:<24}{value:.4f}" for name, value in self.metrics.items()]
        lines += [f"left out {name}: {reason}" for name, reason in self.left_out.items()]
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Return the table: a notebook shows it."""
        return str(self)


class TrainedModel:
    """A model package, and all that a notebook asks of it.

    Attributes:
        path: the package, a folder or a zip.
        package: its files.
    """

    def __init__(self, path: str | Path) -> None:
        """Open a package; its networks are loaded when they are first asked.

        Raises:
            PackageError: when there is no package, or it cannot be used.
        """
        from easel.runtime import Package

        self.path = Path(path)
        self.package = Package(path)

    def __repr__(self) -> str:
        """Say what it is, and how good."""
        numbers = ", ".join(f"{name} {value:.4f}" for name, value in list(self.metrics.items())[:3])
        return f"<easel model of {self.task}: {numbers or 'not measured'}; {self.path}>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: task, numbers with their intervals, labels."""
        labels = [name for name, _ in self.package.manifest.labels]
        metrics = list(metrics_of(self.report))
        return model_html(self.task, self.backbone, str(self.path), metrics, labels)

    @property
    def task(self) -> str:
        """Key of the task that it does."""
        return str(self.package.manifest.task)

    @property
    def backbone(self) -> str:
        """Key of its network."""
        return str(self.package.manifest.document["backbone"])

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels that it knows, in the order of its outputs."""
        return self.runtime.labels

    @cached_property
    def runtime(self) -> Model:
        """The loaded model, with everything that ``easel.runtime`` can do with one."""
        from easel.runtime import load

        return load(self.path)

    @cached_property
    def report(self) -> Mapping[str, Any]:
        """The report of the held-out samples as its package holds it; empty where it has none."""
        name = self.package.manifest.document.get("report_file")
        return json.loads(self.package.read(name)) if name else {}

    @property
    def metrics(self) -> dict[str, float]:
        """Numbers of the report by name; the first is the one that the task is evaluated by."""
        return {one.name: one.value for one in metrics_of(self.report)}

    def predict(self, source: Any, **choices: Any) -> list[Result] | list[list[Result]]:
        """Answer for one source, or for each of a list or of the rows of a table.

        Args:
            source: see ``easel.runtime.Model.predict``; tables of pandas and polars are asked row
                by row.
            **choices: ``top_num`` and ``threshold``.

        Raises:
            InputError: when a source cannot be used, naming what is wrong with it.
        """
        if hasattr(source, "to_dicts"):
            source = source.to_dicts()
        elif hasattr(source, "to_dict") and hasattr(source, "columns"):
            source = source.to_dict("records")
        return self.runtime.predict(source, **choices)

    def evaluate(
        self,
        data: Any = None,
        *,
        plugins: Sequence[str | Path] = (),
        dataset: str | None = None,
        **reading: Any,
    ) -> Evaluation:
        """Measure the model on data that says what is true.

        Args:
            data: as for ``easel.fit``; the held-out samples of its own training if left out.
            plugins: Python files that register metrics, or what reads the data.
            dataset: one that a plugin registers, instead of ``data``.
            **reading: how the data is read, as for ``easel.fit``.

        Raises:
            EngineMissing: when data is given and the engine is not installed.
            TrainingFailed: when the data cannot be used.
        """
        if data is None and dataset is None:
            return Evaluation(self.metrics, int(self.report.get("num_samples", 0)))
        engine = find_engine()
        with tempfile.TemporaryDirectory(prefix="easel-evaluate-") as scratch:
            arguments = ["evaluate", "--json", "--package", str(self.path)]
            if data is not None:
                arguments += ["--data", str(as_path(data, self.task, Path(scratch)))]
            if dataset is not None:
                arguments += ["--dataset", dataset]
            arguments += [word for file in plugins for word in ("--plugin", str(file))]
            printed = engine.ask([*arguments, *data_arguments(reading)])
        document = json.loads(printed)
        return Evaluation(document["metrics"], document["num_samples"], document["left_out"])

    def explain(
        self, source: Any, label: str | None = None, *, plugins: Sequence[str | Path] = ()
    ) -> Explanation:
        """Say what speaks for a label of one sample; a notebook draws it.

        Images, recordings and videos give a heat map, texts the weights of their words, rows of
        tables what each column contributes.

        Args:
            source: as ``predict`` takes it.
            label: to explain; the best one if left out.
            plugins: Python files that register the network, where it is one of your own.

        Raises:
            EngineMissing: when it is not for a table, and the engine is not installed.
            TrainingFailed: ``explanation_unsupported`` when the task explains nothing.
        """
        if self.task == _TABLES:
            return explain_row(self.runtime, source, label)
        return explain(self.path, self.package, source, label, plugins)

    def export(self, path: str | Path) -> Path:
        """Write the package as a zip, or as a folder where the path does not end in ``.zip``.

        It appears whole or not at all, and replaces a zip that was there.

        Returns:
            The path.

        Raises:
            TrainingFailed: ``target_exists`` when there is a folder already.
        """
        return write_package(self.package, Path(path))


def load(path: str | Path) -> TrainedModel:
    """Open a model package, a folder or a zip, as ``fit`` gives one.

    Raises:
        PackageError: when there is no package, or it cannot be used.
    """
    return TrainedModel(path)
