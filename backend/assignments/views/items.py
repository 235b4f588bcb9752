"""Working on items, and reviewing what was handed in."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.assignments import serializers as shapes
from backend.assignments.selectors import items as selectors
from backend.assignments.selectors.access import Access, require_assignment, require_item
from backend.assignments.services import answers, claims, reviews
from backend.datasets.contracts.serializers.samples import EmptySerializer
from backend.datasets.selectors.samples import require_sample


class AssignmentItemsView(View):
    """``/assignments/{id}/items``."""

    @operation(
        "list_assignment_items",
        query=shapes.ItemQuerySerializer,
        response=shapes.WorkItemSerializer(many=True),
        least=Role.CONTRIBUTOR,
        about=require_assignment,
    )
    def get(self, request: Request, access: Access) -> Response:
        """List the items of an assignment as a reviewer sees them, in their order."""
        access.require(access.may_look, "a reviewer")
        query = self.query(shapes.ItemQuerySerializer)
        rows = selectors.items_of(
            access.assignment, state=query.get("state"), annotator_id=query.get("annotator")
        )
        return self.page(
            rows,
            shapes.WorkItemSerializer,
            ordering=("position", "slot", "id"),
            complete=selectors.complete_items,
        )


class OwnItemsView(View):
    """``/assignments/{id}/own-items``."""

    @operation("list_own_items", response=shapes.WorkBatchSerializer, least=Role.CONTRIBUTOR)
    def get(self, request: Request, assignment_id: UUID) -> object:
        """List the items that the caller holds."""
        return self._batch(self._access(assignment_id))

    @operation(
        "claim_own_items",
        body=EmptySerializer,
        response=shapes.WorkBatchSerializer,
        least=Role.CONTRIBUTOR,
    )
    def post(self, request: Request, assignment_id: UUID) -> object:
        """Claim items from the pool until the caller's batch is full."""
        access = self._access(assignment_id)
        self.body(EmptySerializer)
        claims.claim_batch(assignment=access.assignment, user_id=self.caller.user_id)
        return self._batch(access)

    @operation("release_own_items", response=shapes.ReleasedSerializer, least=Role.CONTRIBUTOR)
    def delete(self, request: Request, assignment_id: UUID) -> object:
        """Release the caller's items; saved work is found again when they are claimed."""
        access = self._access(assignment_id)
        num = claims.release(assignment_id=access.assignment.id, user_id=self.caller.user_id)
        return {"num_released": num}

    def _access(self, assignment_id: UUID) -> Access:
        access = require_assignment(caller=self.caller, assignment_id=assignment_id)
        return access.require_annotator()

    def _batch(self, access: Access) -> dict[str, object]:
        return {"items": selectors.own_items(access.assignment, user_id=self.caller.user_id)}


class HeartbeatView(View):
    """``/assignments/{id}/heartbeat``."""

    @operation(
        "extend_assignment_holds",
        body=EmptySerializer,
        response=shapes.HeldItemsSerializer,
        least=Role.CONTRIBUTOR,
        about=require_assignment,
    )
    def post(self, request: Request, access: Access) -> object:
        """Extend the hold on the caller's items while the page is open."""
        self.body(EmptySerializer)
        ids = claims.keep_alive(assignment_id=access.assignment.id, user_id=self.caller.user_id)
        return {"item_ids": ids}


class ItemAnswer(View):
    """The base of views that answer with one item."""

    def item(self, item_id: UUID, *, in_review: bool = False) -> UUID:
        """Check that the caller may work on an item, or review it; return its id."""
        item, access = require_item(caller=self.caller, item_id=item_id)
        if in_review:
            access.require_reviewer()
        return item.id

    def shown(self, item_id: UUID) -> selectors.ItemDetail:
        """Return the item as it is now."""
        item, access = require_item(caller=self.caller, item_id=item_id)
        return selectors.describe_item(item, access, user_id=self.caller.user_id)


class ItemView(ItemAnswer):
    """``/work-items/{id}``."""

    @operation("get_work_item", response=shapes.ItemDetailSerializer, least=Role.CONTRIBUTOR)
    def get(self, request: Request, item_id: UUID) -> object:
        """Get a work item with its annotation, comments and history."""
        return self.shown(item_id)


class AnswerView(ItemAnswer):
    """``/work-items/{id}/answer``."""

    @operation(
        "save_work_item",
        body=shapes.AnswerSerializer,
        response=shapes.ItemDetailSerializer,
        least=Role.CONTRIBUTOR,
    )
    def put(self, request: Request, item_id: UUID) -> object:
        """Save the annotation of an item that the caller holds, or submit it."""
        found = self.item(item_id)
        fields = self.body(shapes.AnswerSerializer)
        answers.save_answer(item_id=found, author_id=self.caller.user_id, **fields)
        return self.shown(item_id)


class LateAnswerView(ItemAnswer):
    """``/work-items/{id}/late-answer``."""

    @operation(
        "submit_late_work_item",
        body=shapes.LateAnswerSerializer,
        response=shapes.ItemDetailSerializer,
        least=Role.CONTRIBUTOR,
    )
    def put(self, request: Request, item_id: UUID) -> object:
        """Submit an annotation beside that of whoever holds the item now."""
        found = self.item(item_id)
        fields = self.body(shapes.LateAnswerSerializer)
        answers.hand_in_late(item_id=found, author_id=self.caller.user_id, **fields)
        return self.shown(item_id)


class ClaimView(ItemAnswer):
    """``/work-items/{id}/claim``."""

    @operation(
        "claim_work_item",
        body=EmptySerializer,
        response=shapes.ItemDetailSerializer,
        least=Role.CONTRIBUTOR,
    )
    def post(self, request: Request, item_id: UUID) -> object:
        """Claim an item again whose hold ended, if nobody else has it."""
        found, access = require_item(caller=self.caller, item_id=item_id)
        access.require_annotator()
        self.body(EmptySerializer)
        claims.claim_again(item_id=found.id, user_id=self.caller.user_id)
        return self.shown(item_id)


class SkipView(ItemAnswer):
    """``/work-items/{id}/skip``."""

    @operation(
        "skip_work_item",
        body=shapes.SkipSerializer,
        response=shapes.ItemDetailSerializer,
        least=Role.CONTRIBUTOR,
    )
    def post(self, request: Request, item_id: UUID) -> object:
        """Skip an item, with the reason."""
        found = self.item(item_id)
        fields = self.body(shapes.SkipSerializer)
        answers.skip(item_id=found, author_id=self.caller.user_id, **fields)
        return self.shown(item_id)


class AcceptView(ItemAnswer):
    """``/work-items/{id}/accept``."""

    @operation(
        "accept_work_item",
        body=shapes.AcceptSerializer,
        response=shapes.ItemDetailSerializer,
        least=Role.CONTRIBUTOR,
    )
    def post(self, request: Request, item_id: UUID) -> object:
        """Accept a submitted annotation as that of the sample."""
        found = self.item(item_id, in_review=True)
        fields = self.body(shapes.AcceptSerializer)
        reviews.accept(item_id=found, reviewer_id=self.caller.user_id, **fields)
        return self.shown(item_id)


class ReturnView(ItemAnswer):
    """``/work-items/{id}/return``."""

    @operation(
        "return_work_item",
        body=shapes.ReturnSerializer,
        response=shapes.ItemDetailSerializer,
        least=Role.CONTRIBUTOR,
    )
    def post(self, request: Request, item_id: UUID) -> object:
        """Return an annotation to its annotator, with comments."""
        found = self.item(item_id, in_review=True)
        fields = self.body(shapes.ReturnSerializer)
        reviews.send_back(item_id=found, reviewer_id=self.caller.user_id, **fields)
        return self.shown(item_id)


class PutBackView(ItemAnswer):
    """``/work-items/{id}/put-back``."""

    @operation(
        "release_work_item",
        body=EmptySerializer,
        response=shapes.ItemDetailSerializer,
        least=Role.CONTRIBUTOR,
    )
    def post(self, request: Request, item_id: UUID) -> object:
        """Return a held, skipped or returned item to the pool."""
        found = self.item(item_id, in_review=True)
        self.body(EmptySerializer)
        reviews.put_back(item_id=found, reviewer_id=self.caller.user_id)
        return self.shown(item_id)


class TrailView(View):
    """``/samples/{id}/trail``."""

    @operation("list_sample_trail", response=shapes.TrailSerializer(many=True), least=Role.VIEWER)
    def get(self, request: Request, sample_id: UUID) -> Response:
        """List the assignment history of a sample, newest first."""
        sample = require_sample(caller=self.caller, sample_id=sample_id)
        return self.page(selectors.trail_of(sample_id=sample.id), shapes.TrailSerializer)
