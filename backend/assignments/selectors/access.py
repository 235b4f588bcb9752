"""Who may do what in an assignment; every owned row of the app is reached through here.

Managers (its owner, and everybody from the role of a developer on) may do everything; its reviewers
review; its annotators work on what they hold. Other members from the role of a viewer on may look.
A contributor knows only of the assignments that they take part in.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from backend.accounts.contracts import Caller, Role, at_least
from backend.api.errors import Conflict, NotAllowed, NotFound
from backend.assignments.models import Assignment, Part, Participant, WorkItem
from backend.datasets.contracts import DatasetRef
from backend.datasets.selectors.datasets import require_dataset_row


@dataclass(frozen=True)
class Access:
    """What the caller may do in an assignment."""

    assignment: Assignment
    organisation_id: UUID
    role: Role
    is_manager: bool
    parts: frozenset[str]

    @property
    def may_review(self) -> bool:
        """Tell whether the caller may review answers."""
        return self.is_manager or Part.REVIEWER in self.parts

    @property
    def may_work(self) -> bool:
        """Tell whether the caller may answer."""
        return Part.ANNOTATOR in self.parts

    @property
    def may_look(self) -> bool:
        """Tell whether the caller may see everybody's work."""
        return self.may_review or at_least(self.role, Role.VIEWER)

    def require(self, may: bool, needed: str) -> Access:
        """Return itself.

        Raises:
            NotAllowed: when the caller may not.
        """
        if not may:
            raise NotAllowed(
                f"This needs to be {needed} of the assignment. Ask its owner.",
                code="not_your_part",
                needed=needed,
            )
        return self

    def require_manager(self) -> Access:
        """Return itself; raises ``NotAllowed`` when the caller may not change the assignment."""
        return self.require(self.is_manager, "the owner")

    def require_reviewer(self) -> Access:
        """Return itself; raises ``NotAllowed`` when the caller may not review answers."""
        return self.require(self.may_review, "a reviewer")

    def require_annotator(self) -> Access:
        """Return itself; raises ``NotAllowed`` when nothing may be answered by the caller."""
        return self.require(self.may_work, "an annotator")


def require_assignment(*, caller: Caller, assignment_id: UUID) -> Access:
    """Return an assignment that the caller may know of, and what they may do in it.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
    """
    missing = NotFound("There is no such assignment.", code="assignment_not_found")
    rows = Assignment.objects.select_related("dataset__project", "owner")
    assignment = require_dataset_row(
        rows.filter(id=assignment_id), caller=caller, minimum=Role.CONTRIBUTOR, missing=missing
    )
    return _access(assignment, caller, Role(vars(assignment)["caller_role"]), missing)


def require_item(*, caller: Caller, item_id: UUID) -> tuple[WorkItem, Access]:
    """Return a work item that the caller may know of.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
    """
    missing = NotFound("There is no such work item.", code="work_item_not_found")
    item = require_dataset_row(
        WorkItem.objects.filter(id=item_id).select_related(
            "annotator", "assignment__dataset__project", "assignment__owner"
        ),
        caller=caller,
        minimum=Role.CONTRIBUTOR,
        missing=missing,
        dataset="assignment__dataset__",
    )
    access = _access(item.assignment, caller, Role(vars(item)["caller_role"]), missing)
    is_theirs = item.annotator_id == caller.user_id
    if not (is_theirs or access.may_look or _had(item.id, caller.user_id)):
        raise missing
    return item, access


def still_making() -> Conflict:
    """Return the refusal of work in an assignment whose items are not all there."""
    return Conflict(
        "This assignment is still being made. Wait until all its samples are in it.",
        code="assignment_making",
    )


def require_open(assignment: Assignment) -> None:
    """Refuse to work on what is closed, or not all there yet.

    Raises:
        Conflict: ``assignment_closed`` or ``assignment_making``.
    """
    if assignment.state == Assignment.State.MAKING:
        raise still_making()
    if assignment.state != Assignment.State.ACTIVE:
        raise Conflict(
            f"The assignment '{assignment.name}' was closed. Ask its owner to open it again.",
            code="assignment_closed",
            name=assignment.name,
        )


def may_see_content(user_id: UUID, sample_id: UUID) -> bool:
    """Tell whether a sample was handed to somebody, or they review the work on it."""
    had = Exists(WorkItem.objects.filter(id=OuterRef("id"), acts__actor_id=user_id))
    reviews = Exists(
        Participant.objects.filter(
            assignment=OuterRef("assignment"), user_id=user_id, part=Part.REVIEWER
        )
    )
    takes_part = Exists(
        Participant.objects.filter(assignment=OuterRef("assignment"), user_id=user_id)
    )
    rows = WorkItem.objects.filter(sample_id=sample_id).filter(takes_part)
    return rows.filter(Q(annotator_id=user_id) | Q(had) | Q(reviews)).exists()


def in_assignment(dataset: DatasetRef, assignment_id: UUID) -> Exists:
    """Return the condition that a sample is part of an assignment."""
    del dataset
    return Exists(
        WorkItem.objects.filter(
            sample=OuterRef("pk"), assignment_id=assignment_id, is_honeypot=False
        )
    )


def _access(assignment: Assignment, caller: Caller, role: Role, missing: NotFound) -> Access:
    """Return what a member of an organisation may do in an assignment of it."""
    own = Participant.objects.filter(assignment=assignment, user_id=caller.user_id)
    parts = frozenset(own.values_list("part", flat=True))
    is_manager = at_least(role, Role.DEVELOPER) or assignment.owner_id == caller.user_id
    if not parts and not is_manager and not at_least(role, Role.VIEWER):
        raise missing
    organisation_id = assignment.dataset.project.organisation_id
    return Access(assignment, organisation_id, role, is_manager, parts)


def _had(item_id: UUID, user_id: UUID) -> bool:
    """Tell whether somebody ever held an item; what they did there has to find its way back."""
    return WorkItem.objects.filter(id=item_id, acts__actor_id=user_id).exists()
