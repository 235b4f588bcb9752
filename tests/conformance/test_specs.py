"""A change of what crosses process borders shows up in review."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from engine.catalog import TASKS
from engine.specs.asynchronous import (
    FinishedPrediction,
    PredictionNotice,
    WaitingPrediction,
)
from engine.specs.drift import DriftReport, WindowLimits, WindowPart, WindowState
from engine.specs.evaluations import EvaluationResult, EvaluationSpec
from engine.specs.events import EVENT
from engine.specs.gateway import GatewaySpec, SampledCall, ShadowRecord
from engine.specs.inspection import FoundSample, InspectionSpec, InspectionSummary
from engine.specs.load_test import LoadTestSpec, StageResult
from engine.specs.package.manifest import Manifest
from engine.specs.package.reference import Reference
from engine.specs.package.report import ClassificationReport, SectionedReport
from engine.specs.predictions import BatchPredictionSpec, PredictedInput
from engine.specs.serving import CallRecord, DeploymentSpec
from engine.specs.suggestions import Suggestion, SuggestionSpec
from engine.specs.training import TrainingSpec
from engine.specs.tuning.study import Proposal, ProposalSpec
from tests.conformance.case import module_of


def test_golden_schemas_of_specs_are_current() -> None:
    """``UPDATE_GOLDEN=1`` rewrites the files."""
    adapters: dict[str, TypeAdapter[Any]] = {
        "training_spec": TypeAdapter(TrainingSpec),
        "event": EVENT,
        "manifest": TypeAdapter(Manifest),
        "classification_report": TypeAdapter(ClassificationReport),
        "sectioned_report": TypeAdapter(SectionedReport),
        "deployment_spec": TypeAdapter(DeploymentSpec),
        "call_record": TypeAdapter(CallRecord),
        "gateway_spec": TypeAdapter(GatewaySpec),
        "sampled_call": TypeAdapter(SampledCall),
        "waiting_prediction": TypeAdapter(WaitingPrediction),
        "finished_prediction": TypeAdapter(FinishedPrediction),
        "prediction_notice": TypeAdapter(PredictionNotice),
        "shadow_record": TypeAdapter(ShadowRecord),
        "suggestion_spec": TypeAdapter(SuggestionSpec),
        "suggestion": TypeAdapter(Suggestion),
        "batch_prediction_spec": TypeAdapter(BatchPredictionSpec),
        "predicted_input": TypeAdapter(PredictedInput),
        "evaluation_spec": TypeAdapter(EvaluationSpec),
        "evaluation_result": TypeAdapter(EvaluationResult),
        "load_test_spec": TypeAdapter(LoadTestSpec),
        "stage_result": TypeAdapter(StageResult),
        "inspection_spec": TypeAdapter(InspectionSpec),
        "inspection_summary": TypeAdapter(InspectionSummary),
        "found_sample": TypeAdapter(FoundSample),
        "proposal_spec": TypeAdapter(ProposalSpec),
        "proposal": TypeAdapter(Proposal),
        "reference": TypeAdapter(Reference),
        "window_limits": TypeAdapter(WindowLimits),
        "window_state": TypeAdapter(WindowState),
        "window_part": TypeAdapter(WindowPart),
        "drift_report": TypeAdapter(DriftReport),
    } | {f"{module_of(key)}_options": TypeAdapter(card.options) for key, card in TASKS.items()}
    folder = Path(__file__).parents[1] / "golden" / "specs"
    for name, adapter in adapters.items():
        path = folder / f"{name}.json"
        current = json.dumps(adapter.json_schema(), indent=2, ensure_ascii=False) + "\n"
        if os.environ.get("UPDATE_GOLDEN") == "1":
            path.write_text(current, encoding="utf-8")
        kept = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert kept == current, (
            f"The schema of {name} changed. If that is meant, run with UPDATE_GOLDEN=1."
        )
    assert {path.stem for path in folder.glob("*.json")} == set(adapters)
