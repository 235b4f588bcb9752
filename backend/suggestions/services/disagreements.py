"""Keep how surely suggestions disagree with annotations, so that samples can be asked for by it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from backend.annotation.contracts.states import OptionalState
from backend.config.rows import insert_rows
from backend.datasets.services import counters
from backend.suggestions.comparison import disagreements
from backend.suggestions.models import Disagreement, SuggestedLabel, Suggestion
from backend.suggestions.states import Suggested
from engine.catalog import TASKS


def compare(states: Mapping[UUID, OptionalState], *, gone: UUID | None = None) -> None:
    """Compare what is said of samples of one locked dataset with what is suggested of them.

    Nobody disagrees with a sample that is not annotated, nor by a suggestion that was put aside.

    Args:
        states: what is said of the samples.
        gone: a label that is about to be deleted; suggestions that name it say so no more.
    """
    rows = Suggestion.objects.filter(sample_id__in=list(states))
    found = list(rows.select_related("run", "dataset"))
    if not found:
        return
    dataset = found[0].dataset
    known = {str(one) for one in counters.label_names(dataset.id) if one != gone}
    kept = []
    for row in found:
        annotation = states[row.sample_id]
        if annotation is None or row.rejected_at is not None:
            continue
        ways = disagreements(
            Suggested.from_json(row.state).with_labels(known),
            annotation,
            TASKS[dataset.task].annotation,
            threshold=row.run.threshold,
            multi_label=dataset.multi_label,
        )
        kept += [
            Disagreement(
                sample_id=row.sample_id, dataset_id=dataset.id, kind=kind, strength=strength
            )
            for kind, strength in ways.items()
        ]
    forget([row.sample_id for row in found])
    insert_rows(kept)


def forget(sample_ids: Collection[UUID]) -> None:
    """Take back what was kept of samples whose suggestions go."""
    Disagreement.objects.filter(sample_id__in=list(sample_ids)).delete()


def naming(label_id: UUID) -> list[UUID]:
    """Return the samples of which a label is suggested."""
    rows = SuggestedLabel.objects.filter(label_id=label_id)
    return list(rows.order_by("suggestion_id").values_list("suggestion_id", flat=True))
