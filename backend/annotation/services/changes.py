"""Change what is said of samples: rows, history and counters together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from backend.annotation.contracts import Source
from backend.annotation.contracts.states import OptionalState, Relation, State, described
from backend.annotation.contracts.watchers import WATCHERS
from backend.annotation.models import Annotation, AnnotationRevision
from backend.annotation.models import Relation as RelationRow
from backend.annotation.rows import state_of
from backend.config.rows import insert_rows
from backend.datasets.services import counters
from backend.datasets.services.counters import LabelCounts, SampleState

_BATCH = 1000
_EMPTY = State()


@dataclass(frozen=True)
class Author:
    """Who says it. Of what a model said, ``user_id`` is who accepted it, null when nobody did.

    ``import_id`` is the import that it came with, if any.
    """

    user_id: UUID | None
    source: Source = Source.HUMAN
    import_id: UUID | None = None


def current_states(samples: Mapping[UUID, SampleState]) -> dict[UUID, OptionalState]:
    """Return what is said of samples now; two queries."""
    annotated = [sample_id for sample_id, sample in samples.items() if sample.is_labelled]
    rows: dict[UUID, list[Annotation]] = defaultdict(list)
    for row in Annotation.objects.filter(sample_id__in=annotated).order_by("position", "id"):
        rows[row.sample_id].append(row)
    relations: dict[UUID, list[RelationRow]] = defaultdict(list)
    for relation in RelationRow.objects.filter(sample_id__in=annotated):
        relations[relation.sample_id].append(relation)
    found: dict[UUID, OptionalState] = dict.fromkeys(samples)
    for sample_id in annotated:
        found[sample_id] = state_of(rows[sample_id], relations[sample_id])
    return found


def write_states(
    dataset_id: UUID,
    *,
    samples: Mapping[UUID, SampleState],
    before: Mapping[UUID, OptionalState],
    after: Mapping[UUID, OptionalState],
    names: Mapping[UUID, str],
    author: Author,
) -> list[UUID]:
    """Give samples of a locked dataset new states; return those whose state changed.

    What stays as it was keeps its author and source.

    Args:
        dataset_id: the dataset, whose lock the caller holds.
        samples: what is known of the samples.
        before: what is said of them now.
        after: what is said of them from now on.
        names: names of all labels involved, for the history.
        author: who says so.
    """
    changed = [sample_id for sample_id in after if after[sample_id] != before[sample_id]]
    if not changed:
        return []
    changes = _Changes(author=author, at=timezone.now())
    for sample_id in changed:
        # Counters are of what is outside the trash; a sample that comes back is counted as it is
        # then.
        counted = not samples[sample_id].is_trashed
        changes.add(sample_id, before[sample_id], after[sample_id], counted=counted)
    changes.write()
    insert_rows(
        [
            AnnotationRevision(
                sample_id=sample_id,
                number=samples[sample_id].revision + 1,
                state=described(after[sample_id], names),
                source=author.source,
                author_id=author.user_id,
                created_at=changes.at,
            )
            for sample_id in changed
        ]
    )
    counters.advance(
        labelled=[sample_id for sample_id in changed if after[sample_id] is not None],
        unlabelled=[sample_id for sample_id in changed if after[sample_id] is None],
        negative=[sample_id for sample_id in changed if after[sample_id] == _EMPTY],
        import_id=author.import_id,
        at=changes.at,
    )
    counters.adjust(
        dataset_id,
        labelled=changes.num_annotated,
        negative=changes.num_negative,
        labels=changes.counts,
    )
    for watcher in WATCHERS:
        watcher.compare({sample_id: after[sample_id] for sample_id in changed})
    return changed


@dataclass
class _Changes:
    """Rows to add and remove, gathered over many samples so that each kind is one statement."""

    author: Author
    at: datetime
    num_annotated: int = 0
    num_negative: int = 0
    counts: LabelCounts = field(default_factory=LabelCounts)
    _added: list[Annotation] = field(default_factory=list)
    _added_relations: list[RelationRow] = field(default_factory=list)
    _removed_labels: dict[UUID, list[UUID]] = field(default_factory=lambda: defaultdict(list))
    _removed_regions: dict[UUID, list[str]] = field(default_factory=dict)
    _moved_regions: dict[UUID, dict[str, int]] = field(default_factory=dict)
    _removed_texts: list[UUID] = field(default_factory=list)
    _removed_values: list[UUID] = field(default_factory=list)
    _removed_relations: list[UUID] = field(default_factory=list)

    def add(
        self, sample_id: UUID, old: OptionalState, new: OptionalState, *, counted: bool
    ) -> None:
        """Gather the change of one sample."""
        before, after = old or _EMPTY, new or _EMPTY
        self._labels(sample_id, before, after)
        self._regions(sample_id, before, after)
        if before.texts != after.texts:
            self._removed_texts += [sample_id] if before.texts else []
            for position, text in enumerate(after.texts):
                self._added.append(self._row(sample_id, text=text, position=position))
        if before.value != after.value:
            self._removed_values += [sample_id] if before.value is not None else []
            if after.value is not None:
                self._added.append(self._row(sample_id, value=after.value))
        if before.relations != after.relations:
            self._removed_relations += [sample_id] if before.relations else []
            self._added_relations += [
                self._relation(sample_id, relation) for relation in sorted(after.relations)
            ]
        if counted:
            for state, sign in ((after, 1), (before, -1)):
                self.counts.add(
                    sign,
                    used=state.used_labels,
                    regions=[region.label_id for region in state.regions if region.label_id],
                    relations=[relation.label_id for relation in state.relations],
                )
            self.num_annotated += (new is not None) - (old is not None)
            self.num_negative += (new == _EMPTY) - (old == _EMPTY)

    def write(self) -> None:
        """Remove and add all rows."""
        # Removed first: a region that changed goes and comes under one key, which is unique.
        classes = Annotation.objects.filter(geometry__isnull=True)
        for label_id, sample_ids in self._removed_labels.items():
            classes.filter(label_id=label_id, sample_id__in=sample_ids).delete()
        for sample_id, keys in self._removed_regions.items():
            for start in range(0, len(keys), _BATCH):
                Annotation.objects.filter(
                    sample_id=sample_id,
                    geometry__isnull=False,
                    key__in=keys[start : start + _BATCH],
                ).delete()
        unlabelled = classes.filter(label=None)
        if self._removed_texts:
            unlabelled.filter(sample_id__in=self._removed_texts, text__isnull=False).delete()
        if self._removed_values:
            unlabelled.filter(sample_id__in=self._removed_values, value__isnull=False).delete()
        if self._removed_relations:
            RelationRow.objects.filter(sample_id__in=self._removed_relations).delete()
        if self._moved_regions:
            self._move_regions()
        insert_rows(self._added)
        RelationRow.objects.bulk_create(self._added_relations, batch_size=_BATCH)

    def _labels(self, sample_id: UUID, before: State, after: State) -> None:
        for label_id in before.labels - after.labels:
            self._removed_labels[label_id].append(sample_id)
        self._added += [
            self._row(sample_id, label_id=label_id)
            for label_id in sorted(after.labels - before.labels)
        ]

    def _regions(self, sample_id: UUID, before: State, after: State) -> None:
        """Compare regions by their keys; one that only moved in the order keeps its author."""
        old = {region.key: (place, region) for place, region in enumerate(before.regions)}
        kept: set[str] = set()
        for place, region in enumerate(after.regions):
            earlier = old.get(region.key)
            if earlier is not None and earlier[1] == region:
                kept.add(region.key)
                if earlier[0] != place:
                    self._moved_regions.setdefault(sample_id, {})[region.key] = place
                continue
            self._added.append(
                self._row(
                    sample_id,
                    label_id=region.label_id,
                    geometry=dict(region.geometry),
                    key=region.key,
                    text=region.text,
                    points=[dict(point) for point in region.points],
                    attributes=dict(region.attributes),
                    position=place,
                )
            )
        removed = [key for key in old if key not in kept]
        if removed:
            self._removed_regions[sample_id] = removed

    def _move_regions(self) -> None:
        rows = Annotation.objects.filter(
            sample_id__in=list(self._moved_regions), geometry__isnull=False
        ).only("id", "sample_id", "key", "position")
        moved = []
        for row in rows:
            place = self._moved_regions[row.sample_id].get(row.key)
            if place is not None:
                row.position = place
                moved.append(row)
        Annotation.objects.bulk_update(moved, ["position"], batch_size=200)

    def _row(self, sample_id: UUID, **fields: object) -> Annotation:
        return Annotation(
            sample_id=sample_id,
            source=self.author.source,
            author_id=self.author.user_id,
            created_at=self.at,
            **fields,
        )

    def _relation(self, sample_id: UUID, relation: Relation) -> RelationRow:
        return RelationRow(
            sample_id=sample_id,
            label_id=relation.label_id,
            subject=relation.subject,
            object=relation.object,
            source=self.author.source,
            author_id=self.author.user_id,
            created_at=self.at,
        )
