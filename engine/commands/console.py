"""Show events to a person: a progress bar while it works, a table at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import TypeAdapter
from rich import console as terminal
from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from engine.commands.refusals import flags_of
from engine.specs.events import (
    ArtifactEvent,
    ErrorEvent,
    Event,
    LogEvent,
    MetricEvent,
    PhaseEvent,
    ProgressEvent,
    WarningEvent,
)
from engine.specs.package.report import ClassificationReport, MetricValue, Report
from engine.validation.checks import listed

_PHASES = {
    "check": "Checking data",
    "prepare": "Reading data",
    "train": "Training",
    "evaluate": "Evaluating",
    "export": "Exporting",
    "verify": "Verifying",
}

_REPORT: TypeAdapter[Report] = TypeAdapter(Report)


class Console:
    """A listener of events that draws on the terminal.

    Args:
        work: the folder that artifact paths are relative to.
    """

    def __init__(self, work: Path) -> None:
        self._work = work
        self._console = terminal.Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description:<16}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=self._console,
        )
        self._bars: dict[str, TaskID] = {}
        self._report: Path | None = None

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._progress.stop()

    def __call__(self, event: Event) -> None:
        """Draw one event."""
        match event:
            case PhaseEvent(phase=phase):
                self._bar(phase)
            case ProgressEvent(phase=phase, done=done, total=total):
                self._progress.update(self._bar(phase), completed=done, total=total)
            case MetricEvent(split="validation", values=values) if values:
                # A task's first number is the one it is evaluated by.
                name, value = next(iter(values.items()))
                self._progress.update(self._bar("train"), note=f"validation {name} {value:.4f}")
            case LogEvent(message=message):
                self._progress.console.print(message, style="dim", markup=False, soft_wrap=True)
            case WarningEvent(message=message):
                self._progress.console.print(
                    f"Warning: {message}", style="yellow", markup=False, soft_wrap=True
                )
            case ErrorEvent(code=code, message=message, params=params):
                self._progress.console.print(
                    f"{code}: {message}{flags_of(code, params)}",
                    style="red",
                    markup=False,
                    soft_wrap=True,
                )
            case ArtifactEvent(name="report", path=path):
                self._report = self._work / path

    def print_summary(self) -> None:
        """Print how good the model is."""
        if self._report is None:
            return
        report = _REPORT.validate_json(self._report.read_bytes())
        table = Table(title=f"{self._work / 'package'}", show_header=False)
        rows = _headline(report) | {
            "held-out samples": f"{report.num_samples} ({report.split})",
            "on the runtime": f"{report.runtime.metric:.4f}"
            f"  (max difference {report.runtime.max_abs_difference:.1e})",
            "model size": f"{report.runtime.size_bytes / 1e6:.2f} MB",
            "latency p50 / p99": f"{report.runtime.latency_p50_ms:.2f} / "
            f"{report.runtime.latency_p99_ms:.2f} ms",
            "training time": f"{report.training.train_seconds:.1f} s",
        }
        for name, value in rows.items():
            table.add_row(name, value)
        terminal.Console().print(table)

    def _bar(self, phase: str) -> TaskID:
        if phase not in self._bars:
            self._bars[phase] = self._progress.add_task(
                _PHASES.get(phase, phase), total=None, note=""
            )
        return self._bars[phase]


def _headline(report: Report) -> dict[str, str]:
    """Return the numbers that say how good the model is, as text by name."""
    if isinstance(report, ClassificationReport):
        accuracy = report.accuracy
        rows = {
            "accuracy": f"{accuracy.value:.4f}  ({accuracy.low:.4f} to {accuracy.high:.4f})",
            "macro F1": f"{report.macro_f1.value:.4f}",
        }
        if report.untested:
            rows["labels not tested"] = listed(report.untested)
        return rows
    metrics = {value.name: _written(value) for value in report.metrics}
    if report.baseline is not None:
        metrics[f"{report.baseline.name}, simple method"] = _written(report.baseline)
    return metrics


def _written(value: MetricValue) -> str:
    if value.low is None or value.high is None:
        return f"{value.value:.4f}"
    return f"{value.value:.4f}  ({value.low:.4f} to {value.high:.4f})"
