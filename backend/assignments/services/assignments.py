"""Make, change and end assignments."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.accounts.selectors import members_of
from backend.api.errors import Invalid
from backend.assignments.models import (
    Assignment,
    Honeypot,
    ItemState,
    Part,
    Participant,
    WorkItem,
)
from backend.assignments.selectors.access import Access, still_making
from backend.assignments.services import making
from backend.assignments.services.claims import leave, release
from backend.audit import services as audit
from backend.datasets.contracts import DatasetRef, SampleFilter
from backend.datasets.contracts.filters import document
from backend.datasets.selectors.samples import samples_of
from backend.projects.selectors import organisation_of


@transaction.atomic
def create_assignment(
    *,
    caller: Caller,
    dataset: DatasetRef,
    wanted: SampleFilter,
    sample_ids: Collection[UUID] | None,
    annotator_ids: Collection[UUID],
    reviewer_ids: Collection[UUID],
    honeypot_ids: Collection[UUID] = (),
    num_honeypots: int = 0,
    **fields: Any,
) -> Assignment:
    """Hand samples of a dataset to people; a job makes the items when there are many.

    Args:
        caller: who makes it, its owner.
        dataset: the dataset.
        wanted: which samples.
        sample_ids: of those only these; all of them when ``None``.
        annotator_ids: members who answer.
        reviewer_ids: members who review.
        honeypot_ids: samples whose labels are known to be right, to be mixed in unseen.
        num_honeypots: how many more of these to choose by chance among the labelled samples.
        fields: of ``Assignment``.

    Raises:
        Invalid: when no sample passes, there are too many, somebody is no member, there are fewer
            annotators than answers wanted, or known samples would give themselves away.
    """
    organisation_id = organisation_of(project_id=dataset.project_id)
    assignment = Assignment(
        dataset_id=dataset.id,
        owner_id=caller.user_id,
        wanted=document(wanted),
        sample_ids=None if sample_ids is None else [str(one) for one in sample_ids],
        **fields,
    )
    _check(assignment, annotator_ids, known=bool(honeypot_ids or num_honeypots))
    assignment.save()
    _set_people(assignment, organisation_id, Part.ANNOTATOR, annotator_ids, caller.user_id)
    _set_people(assignment, organisation_id, Part.REVIEWER, reviewer_ids, caller.user_id)
    known = _known_samples(dataset, honeypot_ids, num_honeypots)
    Honeypot.objects.bulk_create(
        [Honeypot(assignment=assignment, sample_id=sample_id) for sample_id in known]
    )
    making.begin(assignment, organisation_id, caller)
    _record(assignment, organisation_id, dataset.project_id, caller, "created")
    return assignment


@transaction.atomic
def change_assignment(
    *,
    access: Access,
    changed_by: Caller,
    annotator_ids: Collection[UUID] | None = None,
    reviewer_ids: Collection[UUID] | None = None,
    state: str | None = None,
    owner_id: UUID | None = None,
    **fields: Any,
) -> Assignment:
    """Change an assignment; what is left out stays as it is.

    Whoever is no longer among its annotators gives back what they hold; closing it takes all
    holds back. What was saved or handed in stays.

    Raises:
        Conflict: ``assignment_making`` when its state is changed before all items are there.
        Invalid: when somebody is no member, or too few annotators are left.
    """
    assignment = Assignment.objects.select_for_update().get(id=access.assignment.id)
    if state is not None and assignment.state == Assignment.State.MAKING:
        raise still_making()
    for name, value in fields.items():
        setattr(assignment, name, value)
    if owner_id is not None:
        _require_members(access.organisation_id, [owner_id])
        assignment.owner_id = owner_id
    if state is not None and state != assignment.state:
        assignment.state = state
        is_closed = state == Assignment.State.CLOSED
        assignment.closed_at = timezone.now() if is_closed else None
    assignment.save()
    if annotator_ids is not None:
        if not assignment.closed_at:
            _check(assignment, annotator_ids, known=False)
        _set_people(
            assignment, access.organisation_id, Part.ANNOTATOR, annotator_ids, changed_by.user_id
        )
    if reviewer_ids is not None:
        _set_people(
            assignment, access.organisation_id, Part.REVIEWER, reviewer_ids, changed_by.user_id
        )
    if state == Assignment.State.CLOSED:
        for user_id in _holders(assignment):
            release(assignment_id=assignment.id, user_id=user_id)
    project_id = access.assignment.dataset.project_id
    _record(assignment, access.organisation_id, project_id, changed_by, "changed")
    return assignment


@transaction.atomic
def delete_assignment(*, access: Access, deleted_by: Caller) -> None:
    """Delete an assignment with its answers; what was accepted stays in the dataset."""
    assignment = access.assignment
    project_id = assignment.dataset.project_id
    _record(assignment, access.organisation_id, project_id, deleted_by, "deleted")
    making.stop(assignment, deleted_by)
    assignment.delete()


def _check(assignment: Assignment, annotator_ids: Collection[UUID], *, known: bool) -> None:
    if len(set(annotator_ids)) < assignment.num_annotators:
        raise Invalid(
            f"{assignment.num_annotators} people shall annotate each sample, but there are only "
            f"{len(set(annotator_ids))} annotators. Add some, or ask for fewer.",
            code="too_few_annotators",
            num=len(set(annotator_ids)),
            needed=assignment.num_annotators,
        )
    if (known or assignment.honeypot_every) and assignment.starts_from_labels:
        raise Invalid(
            "Annotators would see the labels of the known samples. Start from nothing, or mix in "
            "no known samples.",
            code="honeypots_visible",
        )


def _known_samples(dataset: DatasetRef, chosen: Collection[UUID], num: int) -> list[UUID]:
    """Return the chosen samples and ``num`` more; ids are random, so are those after one."""
    labelled = samples_of(dataset, SampleFilter(labelled=True))
    known = list(labelled.filter(id__in=list(chosen)).values_list("id", flat=True))
    rest = labelled.exclude(id__in=known).order_by("id").values_list("id", flat=True)
    pivot = uuid.uuid4()
    known += list(rest.filter(id__gt=pivot)[:num])
    missing = num + len(set(chosen)) - len(known)
    if missing > 0 and num:
        known += list(rest.filter(id__lte=pivot).exclude(id__in=known)[:missing])
    return known


def _set_people(
    assignment: Assignment,
    organisation_id: UUID,
    part: Part,
    user_ids: Collection[UUID],
    changed_by_id: UUID,
) -> None:
    wanted = set(user_ids)
    _require_members(organisation_id, wanted)
    rows = Participant.objects.filter(assignment=assignment, part=part)
    present = set(rows.values_list("user_id", flat=True))
    if part == Part.ANNOTATOR:
        for user_id in present - wanted:
            leave(assignment_id=assignment.id, user_id=user_id, actor_id=changed_by_id)
    rows.filter(user_id__in=present - wanted).delete()
    Participant.objects.bulk_create(
        [
            Participant(assignment=assignment, user_id=user_id, part=part)
            for user_id in wanted - present
        ]
    )


def _require_members(organisation_id: UUID, user_ids: Collection[UUID]) -> None:
    members = members_of(organisation_id=organisation_id).filter(user_id__in=list(user_ids))
    unknown = set(user_ids) - set(members.values_list("user_id", flat=True))
    if unknown:
        raise Invalid(
            f"{len(unknown)} of these people are no members of the organisation. "
            "Invite them first.",
            code="no_member",
            num=len(unknown),
        )


def _holders(assignment: Assignment) -> list[UUID]:
    held = WorkItem.objects.filter(assignment=assignment, state=ItemState.HELD)
    return [one for one in held.values_list("annotator_id", flat=True).distinct() if one]


def _record(
    assignment: Assignment, organisation_id: UUID, project_id: UUID, actor: Caller, verb: str
) -> None:
    details: Mapping[str, object] = {"name": assignment.name}
    actions = {
        "created": "assignment.created",
        "changed": "assignment.changed",
        "deleted": "assignment.deleted",
    }
    audit.record(
        organisation_id=organisation_id,
        actor_id=actor.user_id,
        action=actions[verb],
        target_kind="assignment",
        target_id=assignment.id,
        project_id=project_id,
        details=details,
    )
