"""Write ``MODEL_CARD.md``: a page for the person who receives the package."""

from __future__ import annotations

from engine.specs.package.inputs import InputSpec
from engine.specs.package.manifest import Manifest
from engine.specs.package.report import (
    ClassificationReport,
    Estimate,
    MetricValue,
    Report,
)
from engine.specs.package.sections import TableSection

MAX_LABELS = 100
_EXAMPLES = {
    "image": '"photo.jpg"',
    "text": '"Some text"',
    "text_pair": '{"text1": "One text", "text2": "Another one"}',
    "audio": '"audio.wav"',
    "video": '"video.mp4"',
    "table": '{"data": [{"column": 1.5}]}',
    "series": '{"data": {"time": ["2026-01-01"], "value": [1.5]}}',
    "image_text": '{"image": "photo.jpg", "text": "Some text"}',
}


def model_card(manifest: Manifest, report: Report) -> str:
    """Return the page as Markdown."""
    runtime = report.runtime
    return f"""# {manifest.name} {manifest.version}

A model of the task `{manifest.task}`{_labels(manifest)}.

## How good it is

Measured on {_measured_on(report)}. Intervals are 95 %.

{_quality(report)}
The whole report is `{manifest.report_file}`.

## On the deployed runtime

{runtime.runtime} on {runtime.device}, {runtime.num_samples} samples: {report.primary_metric}
{runtime.metric:.4f} (trained model {runtime.trained_metric:.4f}), largest difference of an output
{runtime.max_abs_difference:.1e}, {runtime.size_bytes / 1e6:.1f} MB,
one answer in {runtime.latency_p50_ms:.1f} ms (p50) or {runtime.latency_p99_ms:.1f} ms (p99).

## How it was made

{_history(manifest, report)}

## How to use it

```python
import easel.runtime

model = easel.runtime.load("path/of/this/package")
print(model.predict({_example(manifest.input)}))
```

## Limits

It knows only what it was trained on, and answers about anything else, too. The numbers hold for
data like that which it was measured on.
"""


def _labels(manifest: Manifest) -> str:
    return f" with {len(manifest.labels)} labels" if manifest.labels else ""


def _measured_on(report: Report) -> str:
    if report.training.train_samples == 0:
        return f"{report.num_samples} samples that were drawn for it, and on nobody's data"
    split = f"the {report.split.value} split"
    return f"{report.num_samples} samples of {split}, which were not trained\non"


def _history(manifest: Manifest, report: Report) -> str:
    """Return what the model was made from, and how."""
    summary = report.training
    start = "new weights" if summary.from_scratch else f"weights of {summary.pretrained}"
    if manifest.lineage.initial_model is not None:
        start = f"the model {manifest.lineage.initial_model}"
    backbone = f"Backbone `{manifest.backbone}` ({summary.parameters:,} parameters) from {start}"
    licence = f"Licence of the backbone:\n{manifest.licence}."
    created_at = manifest.lineage.created_at
    if summary.train_samples == 0:
        return f"{backbone},\nwhich come with Easel. Nothing was trained. {licence} {created_at}."
    passes = (
        f"for {summary.epochs} epochs in {summary.train_seconds:.0f} s on {summary.device}; the "
        f"weights are those of epoch {summary.best_epoch}"
        if summary.epochs
        else f"in {summary.train_seconds:.0f} s on {summary.device}"
    )
    return (
        f"{backbone}, trained on\n{summary.train_samples} samples {passes}. {_members(report)}"
        f"{licence} Training run `{manifest.lineage.run_id}`, {created_at}."
    )


def _members(report: Report) -> str:
    """Return what a model that was chosen among candidates is made of."""
    if isinstance(report, ClassificationReport):
        return ""
    tables = (section for section in report.sections if isinstance(section, TableSection))
    tried = next((table for table in tables if table.key == "candidates"), None)
    if tried is None:
        return ""
    name, weight = tried.columns.index("candidate"), tried.columns.index("weight")
    taken = [f"`{row[name]}` ({row[weight]:.0%})" for row in tried.rows if row[weight]]
    return f"Of all candidates it takes {', '.join(taken)}. "


def _example(source: InputSpec) -> str:
    return _EXAMPLES[source.kind]


def _quality(report: Report) -> str:
    if isinstance(report, ClassificationReport):
        return _classes(report)
    lines = [_metric(value) for value in report.metrics]
    if report.baseline is not None:
        lines.append(f"{_metric(report.baseline)}: the simple method it must beat")
    return "".join(f"- {line}\n" for line in lines)


def _metric(value: MetricValue) -> str:
    known = value.low is not None and value.high is not None
    interval = f" ({value.low:.4f} to {value.high:.4f})" if known else ""
    return f"{value.name} {value.value:.4f}{interval}"


def _classes(report: ClassificationReport) -> str:
    # Of very many labels the weakest are what a reader must know of.
    weakest = sorted(range(len(report.classes)), key=lambda k: report.classes[k].f1)[:MAX_LABELS]
    listed = [report.classes[k] for k in sorted(weakest)]
    rows = "\n".join(
        f"| {_cell(item.label)} | {item.num_samples} | {item.precision:.3f} | {item.recall:.3f} "
        f"| {item.f1:.3f} | {item.recommended_threshold:.3f} |"
        for item in listed
    )
    return f"""- accuracy {_estimate(report.accuracy)}
- macro F1 {_estimate(report.macro_f1)}
- {report.num_mistakes} of {report.num_samples} samples have a wrong answer
{_untested(report)}
| label | samples | precision | recall | F1 | threshold |
|---|---|---|---|---|---|
{rows}

{_share_listed(len(listed), len(report.classes))}A ratio over no samples is written as 0.
"""


def _untested(report: ClassificationReport) -> str:
    if not report.untested:
        return ""
    total = len(report.classes)
    names = ", ".join(f"`{name}`" for name in report.untested[:MAX_LABELS])
    return (
        f"- {total - len(report.untested)} of {total} labels were tested; not tested, and so in no "
        f"mean: {names}\n"
    )


def _share_listed(listed: int, total: int) -> str:
    return "" if listed == total else f"These are the {listed} weakest of {total} labels. "


def _estimate(estimate: Estimate) -> str:
    return f"{estimate.value:.4f} ({estimate.low:.4f} to {estimate.high:.4f})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
