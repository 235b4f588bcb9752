"""Carry fixes out and take them back, some samples at a time; safe to repeat after a break.

Each batch changes its samples and says so in one transaction. What somebody else has changed since
the inspection is left alone and counted as skipped.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from backend.accounts.contracts import Caller
from backend.annotation.selectors.annotations import states_of
from backend.annotation.services import annotations as annotation
from backend.api.errors import Conflict, NotFound
from backend.datasets.services import counters
from backend.datasets.services.importing.replacing import content_of, replace_file
from backend.datasets.services.trash import restore_batch, trash_batch
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.files.contracts.keys import key_of
from backend.files.services.damage import content_damage
from backend.files.services.store import store
from backend.quality.models import Finding, Fix, FoundSample
from engine.catalog.quality import FixKind

_BATCH = 200
# Names of files that cannot be read; all of them are counted.
_NUM_NAMED = 20
Report = Callable[[int, int], None]


@dataclass
class _Outcome:
    """The rows of a batch that were changed; revisions and new samples by row id.

    ``unreadable`` are the names of samples whose files are damaged.
    """

    changed: list[FoundSample] = field(default_factory=list)
    revisions: dict[int, int] = field(default_factory=dict)
    replacements: dict[int, UUID] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)


def apply_fix(fix_id: UUID, report: Report) -> dict[str, Any]:
    """Fix the samples of a finding that was ordered to be; return how many changed.

    Those whose files cannot be read are skipped, counted, and the first of them named.
    """
    fix = _fix(fix_id)
    rows = FoundSample.objects.filter(finding_id=fix.finding_id, fix=None, is_kept=False)
    if fix.sample_ids is not None:
        rows = rows.filter(sample_id__in=[UUID(one) for one in fix.sample_ids])
    actor = _actor(fix)
    act = _APPLY[FixKind(fix.kind)]
    unreadable: list[str] = []

    def step(batch: Sequence[FoundSample]) -> None:
        dataset_id = fix.finding.inspection.dataset_id
        outcome = act(dataset_id, batch, actor)
        unreadable.extend(outcome.unreadable)
        for row in outcome.changed:
            row.fix_id = fix.id
            row.fixed_revision = outcome.revisions.get(row.id)
            row.replacement_id = outcome.replacements.get(row.id)
        FoundSample.objects.bulk_update(
            outcome.changed, ["fix", "fixed_revision", "replacement_id"]
        )
        _count(fix, len(outcome.changed), len(batch) - len(outcome.changed))

    _in_batches(rows, step, report)
    Fix.objects.filter(id=fix_id).update(state=Fix.State.APPLIED)
    named = {"unreadable": unreadable[:_NUM_NAMED]} if unreadable else {}
    return _result(fix_id) | named


def undo_fix(fix_id: UUID, report: Report) -> dict[str, Any]:
    """Take a fix back where nothing has happened since; return for how many it still holds."""
    fix = _fix(fix_id)
    rows = FoundSample.objects.filter(fix_id=fix_id)
    actor = _actor(fix)
    take_back = _UNDO[FixKind(fix.kind)]

    def step(batch: Sequence[FoundSample]) -> None:
        dataset_id = fix.finding.inspection.dataset_id
        changed = take_back(dataset_id, batch, actor)
        ids = [row.id for row in changed]
        FoundSample.objects.filter(id__in=ids).update(
            fix=None, fixed_revision=None, replacement_id=None
        )
        _count(fix, -len(ids), 0)

    _in_batches(rows, step, report)
    Fix.objects.filter(id=fix_id).update(state=Fix.State.UNDONE)
    return _result(fix_id)


def give_up_fix(fix_id: UUID) -> None:
    """Note that a worker stopped in the midst of it; what is done can be undone."""
    Fix.objects.filter(id=fix_id, state__in=(Fix.State.APPLYING, Fix.State.UNDOING)).update(
        state=Fix.State.APPLIED
    )


def _in_batches(
    rows: QuerySet[FoundSample], step: Callable[[Sequence[FoundSample]], None], report: Report
) -> None:
    total, done, last = rows.count(), 0, 0
    report(0, total)
    while True:
        with transaction.atomic():
            batch = list(rows.filter(id__gt=last).order_by("id")[:_BATCH])
            if batch:
                step(batch)
        if not batch:
            return
        last = batch[-1].id
        done += len(batch)
        report(done, max(done, total))


def _count(fix: Fix, num_changed: int, num_skipped: int) -> None:
    Fix.objects.filter(id=fix.id).update(
        num_changed=F("num_changed") + num_changed, num_skipped=F("num_skipped") + num_skipped
    )
    Finding.objects.filter(id=fix.finding_id).update(num_open=F("num_open") - num_changed)


def _trash(dataset_id: UUID, batch: Sequence[FoundSample], actor: Caller) -> _Outcome:
    dataset = counters.lock_dataset(dataset_id)
    alive = counters.states_of(dataset_id, [row.sample_id for row in batch])
    trash_batch(dataset, list(alive))
    return _Outcome(changed=[row for row in batch if row.sample_id in alive])


def _relabel(dataset_id: UUID, batch: Sequence[FoundSample], actor: Caller) -> _Outcome:
    """Give each sample its suggested label, unless it has got another one since."""
    counters.lock_dataset(dataset_id)
    names = counters.label_names(dataset_id)
    ids = {name: label_id for label_id, name in names.items()}
    samples = counters.states_of(dataset_id, [row.sample_id for row in batch])
    states = states_of(list(samples))
    by_label: dict[UUID, list[FoundSample]] = defaultdict(list)
    for row in batch:
        state = states.get(row.sample_id)
        given = {names[one] for one in state.labels} if state is not None else set()
        if row.suggested in ids and given == {row.params.get("given")}:
            by_label[ids[row.suggested]].append(row)
    outcome = _Outcome()
    for label_id, rows in by_label.items():
        annotation.label_batch(
            dataset_id=dataset_id,
            revisions={row.sample_id: samples[row.sample_id].revision for row in rows},
            label_ids=[label_id],
            mode="set",
            author=actor,
        )
        outcome.changed += rows
        for row in rows:
            outcome.revisions[row.id] = samples[row.sample_id].revision + 1
    return outcome


def _turn(dataset_id: UUID, batch: Sequence[FoundSample], actor: Caller) -> _Outcome:
    outcome = _Outcome()
    for row in batch:
        named = content_of(dataset_id=dataset_id, sample_id=row.sample_id)
        if named is None:
            continue
        name, sha256, num_bytes = named
        # One damaged file is no reason to leave all the others turned.
        try:
            with store().open(key_of(sha256)) as file:
                content = decode("upright", file).content
        except (Refused, NotFound):
            outcome.unreadable.append(name)
            continue
        if not content:
            # It was found turned, so it is no longer what it was: by a repair, or by damage.
            if content_damage(sha256, num_bytes) is not None:
                outcome.unreadable.append(name)
            continue
        replacement = replace_file(
            dataset_id=dataset_id, sample_id=row.sample_id, content=content, replaced_by=actor
        )
        if replacement is not None:
            outcome.changed.append(row)
            outcome.replacements[row.id] = replacement
    return outcome


def _untrash(
    dataset_id: UUID, batch: Sequence[FoundSample], actor: Caller
) -> Sequence[FoundSample]:
    dataset = counters.lock_dataset(dataset_id)
    ids = [row.sample_id for row in batch]
    restore_batch(dataset, ids)
    return batch


def _unlabel(dataset_id: UUID, batch: Sequence[FoundSample], actor: Caller) -> list[FoundSample]:
    """Bring the labels back that samples had, unless somebody has changed them since.

    Those of samples that another fix moved to the trash come back too, whichever is undone first.
    """
    dataset = counters.lock_dataset(dataset_id)
    ids = [row.sample_id for row in batch]
    trashed = sorted(set(ids) - set(counters.states_of(dataset_id, ids)))
    restore_batch(dataset, trashed)
    changed = _unlabelled(dataset_id, batch, actor)
    trash_batch(dataset, trashed)
    return changed


def _unlabelled(dataset_id: UUID, batch: Sequence[FoundSample], actor: Caller) -> list[FoundSample]:
    """Return the rows whose labels were brought back."""
    changed = []
    for row in batch:
        try:
            annotation.undo(
                dataset_id=dataset_id,
                sample_id=row.sample_id,
                revision=row.fixed_revision or 0,
                author=actor,
            )
        except (Conflict, NotFound):
            continue
        changed.append(row)
    return changed


def _turn_back(
    dataset_id: UUID, batch: Sequence[FoundSample], actor: Caller
) -> Sequence[FoundSample]:
    dataset = counters.lock_dataset(dataset_id)
    new = [row.replacement_id for row in batch if row.replacement_id is not None]
    trash_batch(dataset, new)
    return _untrash(dataset_id, batch, actor)


_APPLY: dict[FixKind, Callable[[UUID, Sequence[FoundSample], Caller], _Outcome]] = {
    FixKind.KEEP_ONE: _trash,
    FixKind.TRASH: _trash,
    FixKind.RELABEL: _relabel,
    FixKind.EXIF_ORIENTATION: _turn,
}
_UNDO: dict[FixKind, Callable[[UUID, Sequence[FoundSample], Caller], Iterable[FoundSample]]] = {
    FixKind.KEEP_ONE: _untrash,
    FixKind.TRASH: _untrash,
    FixKind.RELABEL: _unlabel,
    FixKind.EXIF_ORIENTATION: _turn_back,
}


def _fix(fix_id: UUID) -> Fix:
    return Fix.objects.select_related("finding__inspection", "created_by").get(id=fix_id)


def _actor(fix: Fix) -> Caller:
    """Return the person who clicked, in whose name samples are changed.

    Raises:
        Conflict: ``person_gone`` when the account was deleted meanwhile.
    """
    user = fix.created_by
    if user is None:
        raise Conflict("Who ordered this is gone. Order it again.", code="person_gone")
    return Caller(user_id=user.id, email=user.email, name=user.name)


def _result(fix_id: UUID) -> dict[str, Any]:
    fix = Fix.objects.get(id=fix_id)
    return {"num_changed": fix.num_changed, "num_skipped": fix.num_skipped}
