"""What a notebook shows of a model: its task, how good it is, and its labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

# Of a report on labels, which has fields of its own; others list their numbers.
_LABEL_METRICS = (
    "accuracy",
    "macro_f1",
    "macro_precision",
    "macro_recall",
    "mean_average_precision",
)
_MOST_LABELS = 20


@dataclass(frozen=True)
class Metric:
    """One number of a report.

    Attributes:
        name: that ``TrainedModel.metrics`` knows it by.
        value: of the held-out samples.
        low: lower end of its 95 % interval, ``None`` where none is known.
        high: upper end.
        is_share: whether it is a share, to be shown in per cent.
    """

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    is_share: bool = True

    def __str__(self) -> str:
        """Return the number for people, with its interval."""
        shown = _shown(self.value, self.is_share)
        if self.low is None or self.high is None:
            return shown
        low, high = (_shown(end, self.is_share) for end in (self.low, self.high))
        return f"{shown} (95 % interval: {low} to {high})"


def metrics_of(report: Mapping[str, Any]) -> Iterator[Metric]:
    """Yield the numbers of a report; the first is the one that the task is evaluated by."""
    if report.get("kind") == "classification":
        for name in _LABEL_METRICS:
            value = report[name]
            if isinstance(value, Mapping):
                yield Metric(name, float(value["value"]), value["low"], value["high"])
            else:
                yield Metric(name, float(value))
    else:
        yield from map(_listed, report.get("metrics", ()))
    yield from map(_listed, report.get("own_metrics", ()))


def model_html(
    task: str, backbone: str, path: str, metrics: Sequence[Metric], labels: Sequence[str]
) -> str:
    """Return a table of what a model is."""
    rows = [("task", escape(task)), ("network", escape(backbone))]
    rows += [(escape(one.name), escape(str(one))) for one in metrics]
    if labels:
        more = len(labels) - _MOST_LABELS
        shown = ", ".join(map(escape, labels[:_MOST_LABELS]))
        rows.append((f"labels ({len(labels)})", f"{shown}, … {more} more" if more > 0 else shown))
    rows.append(("package", f"<code>{escape(path)}</code>"))
    cells = "".join(
        f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{value}</td></tr>'
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def _listed(document: Mapping[str, Any]) -> Metric:
    return Metric(
        str(document["name"]),
        float(document["value"]),
        document.get("low"),
        document.get("high"),
        document.get("unit") == "share",
    )


def _shown(value: float, is_share: bool) -> str:
    return f"{100 * value:.1f} %" if is_share else f"{value:.4g}"
