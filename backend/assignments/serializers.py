"""Shapes of assignments and the work in them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.annotation.contracts.given import AnnotationSerializer
from backend.annotation.contracts.kinds import MAX_KEY
from backend.api.people import PersonSerializer
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictFloatField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.assignments.models import Act, Assignment, ItemState, Part
from backend.assignments.selectors.assignments import AssignmentDetail, OwnWork
from backend.assignments.selectors.items import GivenAnswer, ItemDetail, ItemView
from backend.assignments.selectors.quality import (
    AnnotatorNumbers,
    AssignmentStatistics,
    PairAgreement,
)
from backend.datasets.contracts.serializers.labels import LabelSerializer
from backend.datasets.contracts.serializers.samples import (
    SampleDetailSerializer,
    SampleFilterSerializer,
    SampleSerializer,
)
from backend.jobs.contracts.serializers import JobSerializer

MAX_PEOPLE = 500


class PeopleField(serializers.ListField):
    """Ids of members."""

    child = StrictUUIDField()

    def __init__(self, **arguments: Any) -> None:
        super().__init__(max_length=MAX_PEOPLE, **arguments)


class NewAssignmentSerializer(InputSerializer):
    """Which samples to hand out, to whom, and how.

    ``filter`` chooses samples as the list of samples does; with ``sample_ids`` only these of them.
    """

    name = NameField(max_length=120)
    instructions = StrictCharField(
        max_length=50_000, allow_blank=True, required=False, default="", trim_whitespace=False
    )
    filter = SampleFilterSerializer(required=False)
    sample_ids = serializers.ListField(
        child=StrictUUIDField(), required=False, allow_empty=False, max_length=10_000
    )
    annotator_ids = PeopleField(allow_empty=False)
    reviewer_ids = PeopleField(required=False, default=list)
    batch_size = StrictIntegerField(min_value=1, max_value=100, required=False, default=10)
    num_annotators = StrictIntegerField(min_value=1, max_value=9, required=False, default=1)
    needs_review = StrictBooleanField(required=False, default=True)
    starts_from_labels = StrictBooleanField(required=False, default=False)
    min_agreement = StrictFloatField(min_value=0, max_value=1, required=False, default=0.8)
    due_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    honeypot_every = StrictIntegerField(min_value=0, max_value=1000, required=False, default=0)
    num_honeypots = StrictIntegerField(min_value=0, max_value=1000, required=False, default=0)
    honeypot_ids = serializers.ListField(
        child=StrictUUIDField(), required=False, default=list, max_length=1000
    )


class AssignmentChangeSerializer(InputSerializer):
    """What to change; what is left out stays."""

    name = NameField(max_length=120, required=False)
    instructions = StrictCharField(
        max_length=50_000, allow_blank=True, required=False, trim_whitespace=False
    )
    owner_id = StrictUUIDField(required=False)
    annotator_ids = PeopleField(required=False, allow_empty=False)
    reviewer_ids = PeopleField(required=False)
    batch_size = StrictIntegerField(min_value=1, max_value=100, required=False)
    needs_review = StrictBooleanField(required=False)
    due_at = serializers.DateTimeField(required=False, allow_null=True)
    state = serializers.ChoiceField(Assignment.State.choices, required=False)


class AssignedDatasetSerializer(OutputSerializer):
    """What the pages of an assignment need to know of its dataset."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    task = serializers.CharField()
    multi_label = serializers.BooleanField()
    project_id = serializers.UUIDField()


class AssignmentSerializer(OutputSerializer):
    """An assignment and how far it is; what is neither counted nor held is in the pool."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    owner = PersonSerializer(allow_null=True)
    dataset = AssignedDatasetSerializer()
    state = serializers.ChoiceField(Assignment.State.choices)
    batch_size = serializers.IntegerField()
    num_annotators = serializers.IntegerField()
    needs_review = serializers.BooleanField()
    starts_from_labels = serializers.BooleanField()
    min_agreement = serializers.FloatField()
    due_at = serializers.DateTimeField(allow_null=True)
    num_samples = serializers.IntegerField()
    num_items = serializers.IntegerField()
    num_submitted = serializers.IntegerField()
    num_returned = serializers.IntegerField()
    num_accepted = serializers.IntegerField()
    num_declined = serializers.IntegerField()
    num_skipped = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


AssignmentDetailSerializer = serializer_of(
    AssignmentDetail,
    annotators=PersonSerializer(many=True),
    reviewers=PersonSerializer(many=True),
    without=("dataset",),
    assignment=AssignmentSerializer(),
    job=JobSerializer(allow_null=True),
    labels=LabelSerializer(many=True),
    instructions=serializers.CharField(allow_blank=True, source="assignment.instructions"),
)


OwnWorkSerializer = serializer_of(
    OwnWork,
    without=("dataset",),
    assignment=AssignmentSerializer(),
    parts=serializers.ListField(child=serializers.ChoiceField(Part.choices)),
)


class OwnWorkListSerializer(OutputSerializer):
    """All of it, the most urgent first."""

    results = OwnWorkSerializer(many=True)


WorkItemSerializer = serializer_of(
    ItemView,
    "WorkItem",
    annotator=PersonSerializer(allow_null=True),
    state=serializers.ChoiceField(ItemState.choices),
    sample=SampleSerializer(),
)


class WorkBatchSerializer(OutputSerializer):
    """What the caller has to do now."""

    items = WorkItemSerializer(many=True)


class HeldItemsSerializer(OutputSerializer):
    """The items that are the caller's to work on."""

    item_ids = serializers.ListField(child=serializers.UUIDField())


class ReleasedSerializer(OutputSerializer):
    """How many items went back to the pool."""

    num_released = serializers.IntegerField()


class CommentSerializer(OutputSerializer):
    """What a reviewer wrote of one region, or with an empty ``region`` of the whole sample."""

    id = serializers.UUIDField()
    region = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    author = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    resolved_at = serializers.DateTimeField(allow_null=True)


class ItemActSerializer(OutputSerializer):
    """One step in the life of an item; no actor means that it happened by itself."""

    id = serializers.UUIDField()
    act = serializers.ChoiceField(Act.choices)
    actor = PersonSerializer(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()


GivenAnswerSerializer = serializer_of(
    GivenAnswer,
    author=PersonSerializer(),
    sample=SampleDetailSerializer(),
)


ItemDetailSerializer = serializer_of(
    ItemDetail,
    annotator=PersonSerializer(allow_null=True),
    state=serializers.ChoiceField(ItemState.choices),
    sample=SampleDetailSerializer(),
    comments=CommentSerializer(many=True),
    acts=ItemActSerializer(many=True),
    answers=GivenAnswerSerializer(many=True),
    standing=SampleDetailSerializer(allow_null=True),
)


class ItemQuerySerializer(InputSerializer):
    """Which items of an assignment."""

    state = serializers.ChoiceField(ItemState.choices, required=False)
    annotator = serializers.UUIDField(required=False)


class LateAnswerSerializer(InputSerializer):
    """An answer whose item went to somebody else; null says "not annotated"; and its seconds."""

    annotation = AnnotationSerializer(allow_null=True)
    seconds = StrictFloatField(min_value=0, required=False, default=0.0)


class AnswerSerializer(LateAnswerSerializer):
    """An answer, the version that the caller saw, and whether they are done with it."""

    version = StrictIntegerField(min_value=0, max_value=2**31 - 1)
    submit = StrictBooleanField()


class SkipSerializer(InputSerializer):
    """Why."""

    reason = StrictCharField(max_length=500)


class AcceptSerializer(InputSerializer):
    """Which answer: the annotator's, or that of ``author_id`` which came late.

    ``version`` and ``sample_revision`` are what the reviewer saw.
    """

    version = StrictIntegerField(min_value=1, max_value=2**31 - 1)
    sample_revision = StrictIntegerField(min_value=0, max_value=2**31 - 1)
    author_id = StrictUUIDField(required=False, allow_null=True, default=None)


class NewCommentSerializer(InputSerializer):
    """A comment on one region by its key, or on the whole sample."""

    region = StrictCharField(max_length=MAX_KEY, allow_blank=True, required=False, default="")
    text = StrictCharField(max_length=2000)


class ReturnSerializer(InputSerializer):
    """What has to be fixed."""

    comments = serializers.ListField(
        child=NewCommentSerializer(), allow_empty=False, max_length=200
    )


class TrailSerializer(ItemActSerializer):
    """One step of work on a sample, in which assignment."""

    assignment_id = serializers.UUIDField(source="item.assignment_id")
    assignment_name = serializers.CharField(source="item.assignment.name")
    annotator = PersonSerializer(allow_null=True, source="item.annotator")


AnnotatorNumbersSerializer = serializer_of(
    AnnotatorNumbers,
    person=PersonSerializer(),
)


PairAgreementSerializer = serializer_of(
    PairAgreement,
    one=PersonSerializer(),
    other=PersonSerializer(),
)


AssignmentStatisticsSerializer = serializer_of(
    AssignmentStatistics,
    annotators=AnnotatorNumbersSerializer(many=True),
    pairs=PairAgreementSerializer(many=True),
)
