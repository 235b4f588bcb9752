"""Shapes of samples."""

from __future__ import annotations

import math
from typing import Any
from uuid import UUID

from rest_framework import serializers

from backend.annotation.contracts import Source
from backend.annotation.contracts.attributes import MAX_NAME, MAX_TEXT
from backend.annotation.contracts.shapes import RegionSerializer, RelationSerializer
from backend.api.people import PersonSerializer
from backend.api.serializers import InputSerializer, OutputSerializer, StrictUUIDField
from backend.api.shapes import serializer_of
from backend.datasets.contracts import (
    SUGGESTED,
    AttributeCondition,
    Disagreement,
    DisagreementKind,
    Measure,
    Range,
    SampleFilter,
    Selection,
)
from backend.datasets.selectors.sample_views import (
    AnnotatedSampleView,
    SampleDetailView,
    SampleLabel,
    SampleView,
)
from backend.datasets.services.selections import Changed
from backend.files.services.spectrograms import MAX_COLUMNS
from backend.jobs.contracts.serializers import JobSerializer
from engine.specs.data import Split

SPLITS = tuple(split.value for split in Split)
ORDERINGS = tuple(
    sign + name
    for name in ("created_at", "name", "bytes", "labelled_at", "priority", "disagreement")
    for sign in ("", "-")
)
THUMBNAIL_SIZES = (160, 320, 640)
MAX_CONDITION = MAX_NAME + 1 + MAX_TEXT


SampleLabelSerializer = serializer_of(
    SampleLabel,
    author=PersonSerializer(allow_null=True),
    source=serializers.ChoiceField(Source.choices),
)


class RegionLabelSerializer(OutputSerializer):
    """How many regions of a sample have a label; ``null`` counts those without one."""

    id = serializers.UUIDField(allow_null=True)
    num = serializers.IntegerField()


SampleSerializer = serializer_of(
    SampleView,
    labels=SampleLabelSerializer(many=True),
    region_labels=RegionLabelSerializer(many=True),
    split=serializers.ChoiceField(SPLITS, allow_null=True),
)


AnnotatedSampleSerializer = serializer_of(
    AnnotatedSampleView,
    extends=SampleSerializer,
    regions=RegionSerializer(many=True),
    relations=RelationSerializer(many=True),
)


class RevisionLabelSerializer(OutputSerializer):
    """A label as it was called then."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class RevisionSerializer(OutputSerializer):
    """What a sample was annotated with after one act; ``null`` labels mean "not annotated"."""

    number = serializers.IntegerField()
    labels = RevisionLabelSerializer(many=True, allow_null=True)
    is_negative = serializers.BooleanField()
    num_regions = serializers.IntegerField()
    num_relations = serializers.IntegerField()
    texts = serializers.ListField(child=serializers.CharField())
    value = serializers.FloatField(allow_null=True)
    source = serializers.ChoiceField(Source.choices)  # type: ignore[assignment]
    author = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


SampleDetailSerializer = serializer_of(
    SampleDetailView,
    extends=AnnotatedSampleSerializer,
    created_by=PersonSerializer(allow_null=True),
    history=RevisionSerializer(many=True),
)


class RangeField(serializers.CharField):
    """``measure:low:high``, both included; an empty side is open, as in ``width:640:``."""

    default_error_messages = {
        "not_a_range": "Expected a measure and two numbers, one of which may be left out, as in "
        "'width:640:1280' or 'seconds::10'.",
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return the range.

        Raises:
            ValidationError: when it is not one.
        """
        parts = str(super().to_internal_value(data)).split(":")
        if len(parts) != 3 or parts[0] not in set(Measure) or not any(parts[1:]):
            self.fail("not_a_range")
        try:
            low, high = (float(part) if part else None for part in parts[1:])
        except ValueError:
            self.fail("not_a_range")
        if any(side is not None and not math.isfinite(side) for side in (low, high)):
            self.fail("not_a_range")
        return Range(Measure(parts[0]), low, high)

    def to_representation(self, value: Any) -> Any:
        """Write a range as it is asked for."""
        low, high = ("" if side is None else f"{side:.15g}" for side in (value.low, value.high))
        return f"{value.measure}:{low}:{high}"


class DisagreementField(serializers.CharField):
    """``kind:least``: how the model disagrees and how sure it is of it at least, as in ``any:0.5``.

    Kinds are ``any``, ``class``, ``extra`` and ``missed``.
    """

    default_error_messages = {
        "not_a_disagreement": "Expected a kind of disagreement (any, class, extra, missed) and a "
        "number from 0 to 1, as in 'any:0.5'.",
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return what is asked for.

        Raises:
            ValidationError: when it is no such question.
        """
        kind, _, written = str(super().to_internal_value(data)).partition(":")
        try:
            asked = Disagreement(DisagreementKind(kind), float(written))
        except ValueError:
            self.fail("not_a_disagreement")
        if not 0 <= asked.least <= 1:
            self.fail("not_a_disagreement")
        return asked

    def to_representation(self, value: Any) -> Any:
        """Write it as it is asked for."""
        return f"{value.kind}:{value.least:g}"


class AttributeConditionField(serializers.CharField):
    """``label:name`` or ``label:name=value``; flags are ``true`` and ``false``.

    The label is given by its id, and is ``none`` for regions without one.
    """

    default_error_messages = {
        "not_a_condition": "Expected the id of a label (or 'none') and the name of an attribute, "
        "with or without a value, as in 'none:colour' or 'none:colour=red'.",
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return the condition.

        Raises:
            ValidationError: when it is none.
        """
        label, _, rest = str(super().to_internal_value(data)).partition(":")
        name, has_value, value = rest.partition("=")
        try:
            label_id = None if label == "none" else UUID(label)
        except ValueError:
            self.fail("not_a_condition")
        if not name or "\x00" in rest or len(rest) > MAX_CONDITION:
            self.fail("not_a_condition")
        return AttributeCondition(label_id, name, value if has_value else None)

    def to_representation(self, value: Any) -> Any:
        """Write a condition as it is asked for."""
        rest = value.name if value.value is None else f"{value.name}={value.value}"
        return f"{value.label or 'none'}:{rest}"


class SampleFilterSerializer(InputSerializer):
    """Which samples of a dataset."""

    label = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=100)  # type: ignore[assignment]
    unlabelled = serializers.BooleanField(required=False)
    labelled = serializers.BooleanField(required=False)
    split = serializers.ChoiceField(SPLITS, required=False)
    version = serializers.UUIDField(required=False)
    search = serializers.CharField(required=False, allow_blank=True, max_length=200)
    trashed = serializers.BooleanField(required=False)
    source = serializers.ChoiceField(Source.choices, required=False)  # type: ignore[assignment]
    finding = serializers.UUIDField(required=False)
    assignment = serializers.UUIDField(required=False)
    suggested = serializers.ChoiceField(SUGGESTED, required=False)
    author = serializers.UUIDField(required=False)
    labelled_from = serializers.DateField(required=False)
    labelled_until = serializers.DateField(required=False)
    tag = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=100)
    range = serializers.ListField(child=RangeField(), required=False, max_length=20)
    area = serializers.UUIDField(required=False)
    disagreement = DisagreementField(required=False)
    negative = serializers.BooleanField(required=False)
    attribute = serializers.ListField(
        child=AttributeConditionField(trim_whitespace=False),
        required=False,
        max_length=20,
    )

    def to_internal_value(self, data: Any) -> Any:
        """Return the fields of a ``SampleFilter``, which compare and keep still.

        Raises:
            ValidationError: naming each wrong field.
        """
        fields = super().to_internal_value(data)
        return {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in fields.items()
        }


class SelectionSerializer(InputSerializer):
    """Samples to act on: those named, or all that pass a filter."""

    default_error_messages = {"not_single": "Expected either sample_ids or filter."}

    sample_ids = serializers.ListField(
        child=StrictUUIDField(), required=False, allow_empty=False, max_length=10_000
    )
    filter = SampleFilterSerializer(required=False)

    def validate(self, attrs: Any) -> Any:
        """Return the fields with both ways put together as ``selection``.

        Raises:
            ValidationError: when neither or both are given.
        """
        ids, wanted = attrs.pop("sample_ids", None), attrs.pop("filter", None)
        if (ids is None) == (wanted is None):
            self.fail("not_single")
        return attrs | {
            "selection": Selection(
                ids=None if ids is None else tuple(ids),
                filter=None if wanted is None else SampleFilter(**wanted),
            )
        }


class SampleQuerySerializer(SampleFilterSerializer):
    """Which samples of a dataset, in which order.

    A page may begin anywhere: ``at`` counts samples from 0, ``start`` is a value of the column by
    which they are ordered (a time, a name, a number of bytes).
    """

    ordering = serializers.ChoiceField(ORDERINGS, required=False)
    at = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    start = serializers.CharField(required=False, max_length=500)


class CountSerializer(OutputSerializer):
    """How many."""

    count = serializers.IntegerField()


class ImageQuerySerializer(InputSerializer):
    """The image itself, or a thumbnail of this many pixels on its longer side."""

    size = serializers.ChoiceField(THUMBNAIL_SIZES, required=False)


class SpectrogramQuerySerializer(InputSerializer):
    """Which stretch of a recording, and how wide its image is."""

    start_ms = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    end_ms = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    columns = serializers.IntegerField(min_value=16, max_value=MAX_COLUMNS, default=1000)


class FrameTimesSerializer(OutputSerializer):
    """When frames of a video begin."""

    times_ms = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="Milliseconds from the first frame to each; null where frames follow each other "
        "evenly over the length of the video.",
    )


class NextQuerySerializer(InputSerializer):
    """The sample to go on from."""

    after = serializers.UUIDField(required=False)


class NextUnlabelledSerializer(OutputSerializer):
    """The next sample to label, ``null`` when all are labelled."""

    sample = SampleSerializer(allow_null=True)
    num_unlabelled = serializers.IntegerField()


class TrashedSerializer(OutputSerializer):
    """How many samples were moved; a job moves them when there are many."""

    num_trashed = serializers.IntegerField()
    job = JobSerializer(allow_null=True)


class RestoredSerializer(OutputSerializer):
    """How many samples came back; a job brings them when there are many."""

    num_restored = serializers.IntegerField()
    job = JobSerializer(allow_null=True)


ChangedSerializer = serializer_of(
    Changed,
    job=JobSerializer(allow_null=True),
)


class EmptySerializer(InputSerializer):
    """Nothing to say."""
