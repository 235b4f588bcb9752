"""Say of a run whose model is no better than guessing why that may be."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from backend.jobs.selectors import events_of_kind
from backend.training.models import TrainingRun
from engine.catalog import TASKS
from engine.specs.package.manifest import Manifest
from engine.specs.package.report import Report
from engine.validation.guessing import useless
from engine.validation.useless_reasons import Warned, reasons_for

_REPORT: TypeAdapter[Report] = TypeAdapter(Report)


def verdict_of(run: TrainingRun, package: Path) -> dict[str, Any] | None:
    """Return the metric that gives a useless model away, and what may be why; else ``None``.

    Raises:
        OSError: when the package lacks its manifest or report.
        pydantic.ValidationError: when they are none.
    """
    manifest = Manifest.model_validate_json((package / "manifest.json").read_bytes())
    assert manifest.report_file is not None, "a package that a run has trained was evaluated"
    report = _REPORT.validate_json((package / manifest.report_file).read_bytes())
    card = TASKS[run.task]
    found = useless(card, report)
    if found is None:
        return None
    events = events_of_kind(job_id=run.job_id, kind="warning")
    warnings = [Warned(event.data["code"], event.data["params"]) for event in events]
    reasons = reasons_for(card, report, run.options, warnings)
    return {
        "metric": found.metric,
        "value": found.value,
        "guess": found.guess,
        "reasons": [asdict(reason) for reason in reasons],
    }
