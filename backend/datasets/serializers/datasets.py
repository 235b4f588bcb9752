"""Shapes of datasets, their labels and statistics."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers

from backend.annotation.contracts import Source
from backend.annotation.contracts.attributes import (
    MAX_CHOICE,
    MAX_CHOICES,
    MAX_DEFINITIONS,
    MAX_NAME,
)
from backend.api.people import PersonSerializer
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.datasets.contracts.serializers.labels import (
    ATTRIBUTE_KINDS,
    AttributeDefinitionSerializer,
    LabelSerializer,
)
from backend.datasets.selectors.labels import AttributeLoss, Consequences
from backend.datasets.selectors.statistics import AttributeCounts, Statistics
from backend.datasets.selectors.trash import Trash
from backend.datasets.services.attributes import Wanted
from engine.catalog import TASKS
from engine.specs.data import AttributeKind

COLOR = r"^#[0-9a-fA-F]{6}$"


class _RawIdField(serializers.UUIDField):
    """An id as the database keeps it: SQLite without hyphens, which no path of the API takes."""

    def to_representation(self, value: UUID | str) -> str:
        """Return it as all other ids are written."""
        return str(UUID(str(value)))


class VersionRefSerializer(OutputSerializer):
    """A version by number."""

    id = _RawIdField()
    number = serializers.IntegerField()


class DatasetSerializer(OutputSerializer):
    """A growing collection of samples.

    ``attributes`` are those of regions without a label; ``num_negative`` counts the samples that
    were said to show nothing, and ``num_rows`` the rows of its tables, null where it holds none.
    """

    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    task = serializers.ChoiceField(tuple(TASKS))
    multi_label = serializers.BooleanField()
    num_samples = serializers.IntegerField()
    num_rows = serializers.IntegerField(allow_null=True)
    num_labelled = serializers.IntegerField()
    num_negative = serializers.IntegerField()
    attributes = AttributeDefinitionSerializer(many=True)
    num_bytes = serializers.IntegerField()
    num_trashed = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    latest_version = VersionRefSerializer(allow_null=True)


class DatasetQuerySerializer(InputSerializer):
    """Which datasets to list."""

    project = serializers.UUIDField()


class NewDatasetSerializer(InputSerializer):
    """A dataset to make."""

    project_id = StrictUUIDField()
    name = NameField(max_length=120)
    description = StrictCharField(max_length=2000, allow_blank=True, required=False)
    multi_label = StrictBooleanField(required=False)


class DatasetChangeSerializer(InputSerializer):
    """What may be changed about a dataset."""

    name = NameField(max_length=120, required=False)
    description = StrictCharField(max_length=2000, allow_blank=True, required=False)


class LabelSetSerializer(OutputSerializer):
    """All labels of a dataset by position."""

    results = LabelSerializer(many=True)


class NewLabelSerializer(InputSerializer):
    """A label to make; without a colour it gets the next of the palette."""

    name = NameField(max_length=120)
    color = serializers.RegexField(COLOR, required=False)
    description = StrictCharField(max_length=500, allow_blank=True, required=False)


class LabelChangeSerializer(InputSerializer):
    """What may be changed about a label."""

    name = NameField(max_length=120, required=False)
    color = serializers.RegexField(COLOR, required=False)
    description = StrictCharField(max_length=500, allow_blank=True, required=False)
    position = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


class ConsequencesQuerySerializer(InputSerializer):
    """Whether to delete, or to merge into another label."""

    merge_into = serializers.UUIDField(required=False)


LabelConsequencesSerializer = serializer_of(Consequences, "LabelConsequences")


class WantedAttributeSerializer(InputSerializer):
    """An attribute as it shall be; ``before`` is its name until now, absent for a new one."""

    name = NameField(max_length=MAX_NAME)
    kind = serializers.ChoiceField(ATTRIBUTE_KINDS)
    values = serializers.ListField(
        child=StrictCharField(max_length=MAX_CHOICE),
        required=False,
        default=list,
        max_length=MAX_CHOICES,
    )
    before = StrictCharField(max_length=MAX_NAME, required=False, allow_null=True, default=None)

    def to_internal_value(self, data: Any) -> Any:
        """Return the attribute."""
        fields = super().to_internal_value(data)
        return Wanted(
            name=fields["name"],
            kind=AttributeKind(fields["kind"]),
            values=tuple(fields["values"]),
            before=fields["before"],
        )


class AttributesSerializer(InputSerializer):
    """All attributes that regions of a label shall have, in their order.

    ``label_id`` is ``null`` for regions without a label.
    """

    label_id = StrictUUIDField(allow_null=True, required=False, default=None)
    attributes = serializers.ListField(
        child=WantedAttributeSerializer(), max_length=MAX_DEFINITIONS
    )


AttributeLossSerializer = serializer_of(AttributeLoss)


class AttributeLossesSerializer(OutputSerializer):
    """What regions would lose by a change of attributes; only what would be lost is named."""

    losses = AttributeLossSerializer(many=True)


class AttributeSetSerializer(OutputSerializer):
    """The attributes of a label, and how many samples a change of them reached."""

    attributes = AttributeDefinitionSerializer(many=True)
    num_samples = serializers.IntegerField()


class LabelMergeSerializer(InputSerializer):
    """The label that takes over."""

    into = StrictUUIDField()


TrashSerializer = serializer_of(Trash)


class LabelCountSerializer(OutputSerializer):
    """How many samples, regions and relations have a label."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    color = serializers.CharField()
    num_samples = serializers.IntegerField()
    num_regions = serializers.IntegerField()
    num_relations = serializers.IntegerField()


class AttributeValueCountSerializer(OutputSerializer):
    """How many regions have a value of an attribute."""

    value = serializers.CharField(allow_blank=True)
    num = serializers.IntegerField()
    num_samples = serializers.IntegerField()


AttributeCountsSerializer = serializer_of(
    AttributeCounts,
    kind=serializers.ChoiceField(ATTRIBUTE_KINDS),
    values=AttributeValueCountSerializer(many=True),
)


class SourceCountsSerializer(OutputSerializer):
    """Labels by who said them."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return one count for each source; ``import`` cannot be written as an attribute."""
        return {source: serializers.IntegerField() for source in Source.values}


class AuthorCountSerializer(OutputSerializer):
    """How many labels somebody gave."""

    author = PersonSerializer(allow_null=True)
    num = serializers.IntegerField()


class DayCountSerializer(OutputSerializer):
    """How many labels were given on a day."""

    day = serializers.DateField()
    num = serializers.IntegerField()


StatisticsSerializer = serializer_of(
    Statistics,
    labels=LabelCountSerializer(many=True),
    attributes=AttributeCountsSerializer(many=True),
    by_source=SourceCountsSerializer(),
    by_author=AuthorCountSerializer(many=True),
    by_day=DayCountSerializer(many=True),
)
