"""Take in what was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.evaluations.models import Evaluation
from engine.specs.evaluations import EVALUATION_RESULT_FILE, EvaluationResult

Finish = Callable[[Mapping[str, Any]], None]


def complete_evaluation(*, evaluation_id: UUID, work: Path, finish: Finish) -> None:
    """Keep the result and end the job; safe to repeat after a break."""
    found = EvaluationResult.model_validate_json((work / EVALUATION_RESULT_FILE).read_text())
    with transaction.atomic():
        Evaluation.objects.filter(id=evaluation_id).update(result=found.model_dump(mode="json"))
        finish({"num_samples": found.parts[0].num_samples})
