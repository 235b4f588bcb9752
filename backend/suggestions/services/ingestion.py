"""Take in what a process suggests, as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from backend.annotation.contracts.attributes import Attributes, Definitions, fitted
from backend.annotation.contracts.imported import Given, fit
from backend.annotation.services.annotations import extent_of
from backend.annotation.services.changes import current_states
from backend.datasets.contracts import DatasetRef
from backend.datasets.services import counters
from backend.datasets.services.counters import SampleState
from backend.datasets.services.labels import add_labels
from backend.datasets.services.priorities import set_priorities
from backend.suggestions.models import SuggestedLabel, Suggestion, SuggestionRun
from backend.suggestions.services.disagreements import compare, forget
from backend.suggestions.states import ScoredLabel, ScoredRegion, ScoredRelation, Suggested
from engine.catalog import TASKS
from engine.specs import data, suggestions
from engine.specs.samples.label_names import label_name

MAX_READ_BYTES = 4 * 1024 * 1024
_BATCH = 1000

Read = Callable[[bytes], suggestions.Suggestion]
"""Gives the suggestion that a line holds."""


def _plain(line: bytes) -> suggestions.Suggestion:
    return suggestions.Suggestion.model_validate_json(line)


def ingest(*, run_id: UUID, path: Path, read: Read = _plain) -> None:
    """Make rows of all whole lines that are new; each takes the place of the sample's last.

    Args:
        run_id: whose suggestions they are.
        path: the file.
        read: gives what a line suggests, where it holds more than that.

    Raises:
        OSError: when the file cannot be read.
        pydantic.ValidationError: when a line is no suggestion.
    """
    while _ingest_some(run_id, path, read):
        pass


@transaction.atomic
def _ingest_some(run_id: UUID, path: Path, read: Read) -> bool:
    """Make rows of some lines; return whether there were any."""
    # Locked, as the row tells from where on the file is still to be read.
    run = SuggestionRun.objects.select_for_update().get(id=run_id)
    lines, end = lines_behind(path, run.num_bytes_read)
    if not lines:
        return False
    dataset = counters.lock_dataset(run.dataset_id)
    suggestions_of_lines = [read(line) for line in lines]
    readable = [one for one in suggestions_of_lines if one.problem is None]
    samples = counters.states_of(dataset.id, [UUID(one.id) for one in readable])
    ids, num_unknown = _labels(run, readable)
    definitions = counters.definitions(dataset.id)
    made = {
        sample.id: (_suggested(one, dataset, sample, ids, definitions), one)
        for one in readable
        if (sample := samples.get(UUID(one.id))) is not None
    }
    _replace(run, made, has_negatives=TASKS[dataset.task].annotation_card.may_be_negative)
    compare(current_states({key: samples[key] for key in made}))
    SuggestionRun.objects.filter(id=run_id).update(
        num_bytes_read=end,
        num_unreadable=F("num_unreadable") + len(suggestions_of_lines) - len(readable),
        num_unknown_labels=F("num_unknown_labels") + num_unknown,
    )
    return True


def ingest_priorities(*, run_id: UUID, path: Path) -> None:
    """Keep how early each sample is worth a person's time; doing it again changes nothing."""
    dataset_id = SuggestionRun.objects.values_list("dataset_id", flat=True).get(id=run_id)
    offset = 0
    while True:
        lines, offset = lines_behind(path, offset)
        if not lines:
            return
        found = [suggestions.Priority.model_validate_json(line) for line in lines]
        set_priorities(
            dataset_id=dataset_id, priorities={UUID(one.id): one.priority for one in found}
        )


def lines_behind(path: Path, offset: int) -> tuple[list[bytes], int]:
    """Return whole lines that stand beyond an offset, and where they end; none without a file."""
    size = MAX_READ_BYTES
    while True:
        try:
            with path.open("rb") as file:
                file.seek(offset)
                content = file.read(size)
        except FileNotFoundError:
            return [], offset
        end = content.rfind(b"\n") + 1
        if end or len(content) < size:
            return content[:end].splitlines(), offset + end
        # One line that is longer than what was read.
        size *= 2


def _labels(
    run: SuggestionRun, suggestions_of_lines: Sequence[suggestions.Suggestion]
) -> tuple[dict[str, UUID], int]:
    """Return the ids of labels by name, and how often names that the dataset lacks are said."""
    ids = {name: label_id for label_id, name in counters.label_names(run.dataset_id).items()}
    names = [name for one in suggestions_of_lines for name in _names(one) if name not in ids]
    unknown = [name for name in names if label_name(name) not in ids]
    if run.makes_labels and unknown:
        made = add_labels(run.dataset_id, sorted(set(map(label_name, unknown))))
        ids |= {name: label.id for name, label in made.items()}
        unknown = []
    ids |= {name: ids[label_name(name)] for name in names if label_name(name) in ids}
    return ids, len(unknown)


def _names(suggestion: suggestions.Suggestion) -> Iterator[str]:
    yield from (one.name for one in suggestion.labels)
    yield from (one.label for one in suggestion.regions if one.label is not None)
    yield from (one.label for one in suggestion.relations)


def _suggested(
    suggestion: suggestions.Suggestion,
    dataset: DatasetRef,
    sample: SampleState,
    ids: Mapping[str, UUID],
    definitions: Definitions,
) -> Suggested:
    """Return what of an answer the sample can have, by labels that the dataset has."""
    regions = [one for one in suggestion.regions if one.label is None or one.label in ids]
    scores = {one.id: one.score for one in regions}
    relations = [one for one in suggestion.relations if one.label in ids]
    given = Given(
        labels=tuple(one.name for one in suggestion.labels if one.name in ids),
        regions=tuple(
            data.Region(
                id=one.id,
                label=one.label,
                geometry=one.geometry,
                text=one.text,
                attributes=one.attributes,
            )
            for one in regions
        ),
        relations=tuple(
            data.Relation(label=one.label, subject=one.subject, object=one.object)
            for one in relations
        ),
        texts=suggestion.texts,
        value=suggestion.value,
    )
    kind = TASKS[dataset.task].annotation
    kept, _ = fit(given, kind, extent_of(sample), multi_label=dataset.multi_label)

    def attributes_of(one: data.Region) -> Attributes:
        label_id = None if one.label is None else ids[one.label]
        return fitted(one.attributes, definitions.get(label_id, ()))[0]

    of_labels = {one.name: one.score for one in suggestion.labels}
    of_relations = {(one.label, one.subject, one.object): one.score for one in relations}
    return Suggested(
        labels=tuple(ScoredLabel(str(ids[name]), of_labels[name]) for name in kept.labels),
        regions=tuple(
            ScoredRegion(
                id=one.id,
                label_id=None if one.label is None else str(ids[one.label]),
                geometry=one.geometry.model_dump(mode="json"),
                text=one.text,
                score=scores[one.id],
                attributes=attributes_of(one),
            )
            for one in kept.regions
        ),
        relations=tuple(
            ScoredRelation(
                str(ids[one.label]),
                one.subject,
                one.object,
                of_relations[one.label, one.subject, one.object],
            )
            for one in kept.relations
        ),
        texts=kept.texts,
        value=kept.value,
    )


def _says_something(suggestion: suggestions.Suggestion) -> bool:
    return bool(suggestion.labels or suggestion.regions or suggestion.relations or suggestion.texts)


def _replace(
    run: SuggestionRun,
    made: Mapping[UUID, tuple[Suggested, suggestions.Suggestion]],
    *,
    has_negatives: bool,
) -> None:
    """Put new suggestions in the place of the old ones of the same samples.

    One that says nothing is none, unless "there is nothing to mark" is something to say.
    """
    now = timezone.now()
    Suggestion.objects.filter(sample_id__in=list(made)).delete()
    forget(list(made))
    made = {
        key: (suggested, suggestion)
        for key, (suggested, suggestion) in made.items()
        if not suggested.is_empty or (has_negatives and not _says_something(suggestion))
    }
    Suggestion.objects.bulk_create(
        [
            Suggestion(
                sample_id=sample_id,
                dataset_id=run.dataset_id,
                run=run,
                state=suggested.to_json(),
                score=suggestion.score,
                uncertainty=suggestion.uncertainty,
                made_at=now,
            )
            for sample_id, (suggested, suggestion) in made.items()
        ],
        batch_size=_BATCH,
    )
    SuggestedLabel.objects.bulk_create(
        [
            SuggestedLabel(suggestion_id=sample_id, label_id=UUID(label_id), score=score)
            for sample_id, (suggested, _) in made.items()
            for label_id, score in suggested.best_scores().items()
        ],
        batch_size=_BATCH,
    )
