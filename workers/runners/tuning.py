"""The two kinds of job that a search is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.jobs.contracts import ClaimedJob, NewEvent
from backend.training.services.completion import note_metrics
from backend.tuning.services.measurements import complete_trial, note_measurements
from backend.tuning.services.populations import as_interval
from backend.tuning.services.proposals import prepare_proposal, take_proposal
from backend.tuning.services.screening import prepare_screening
from engine.specs.training import TrainingSpec
from engine.specs.tuning.study import PROPOSAL_FILE, Proposal
from workers.launchers.launcher import Order
from workers.runners.orders import order_of
from workers.runners.training import Training

Finish = Callable[[Mapping[str, Any]], None]


class Proposing:
    """``engine propose``; its answer becomes trials, and their runs are queued."""

    def prepare(self, job: ClaimedJob, folder: Path) -> Order:
        """Write the study and its trials."""
        spec = prepare_proposal(study_id=job.subject_id, numbers=job.request["numbers"])
        screening = prepare_screening(
            study_id=job.subject_id, numbers=job.request["numbers"], folder=folder
        )
        return order_of(job.id, "propose", spec.model_copy(update={"screening": screening}))

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Nothing is learned on the way."""

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Begin the trials."""
        proposal = Proposal.model_validate_json((work / PROPOSAL_FILE).read_bytes())
        take_proposal(
            study_id=job.subject_id,
            numbers=job.request["numbers"],
            proposal=proposal,
            finish=finish,
        )


class RunningTrial(Training):
    """``engine train`` as a trial: its scores are compared on the way, its package may stay."""

    def spec(self, job: ClaimedJob, folder: Path) -> TrainingSpec:
        """Return the spec of the run, which goes on from another trial in a population."""
        return as_interval(run_id=job.subject_id, spec=super().spec(job, folder))

    def note(self, job: ClaimedJob, events: Sequence[NewEvent]) -> None:
        """Draw the trial's curve, and stop it when it is hopeless."""
        note_metrics(run_id=job.subject_id, events=events)
        note_measurements(run_id=job.subject_id, events=events)

    def complete(self, job: ClaimedJob, work: Path, finish: Finish) -> None:
        """Leave the package where it is until another trial is better."""
        complete_trial(run_id=job.subject_id, package=work / "package", finish=finish)
