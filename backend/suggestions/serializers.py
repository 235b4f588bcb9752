"""Shapes of suggestions."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts.shapes import AttributesField, GeometryField
from backend.api.serializers import (
    InputSerializer,
    OutputSerializer,
    StrictBooleanField,
    StrictFloatField,
    StrictUUIDField,
)
from backend.datasets.contracts.serializers.samples import SampleFilterSerializer, SampleSerializer
from backend.jobs.contracts.serializers import JobSerializer
from backend.suggestions.contracts import Method

MAX_SPARED = 10_000


class SuggestingModelSerializer(OutputSerializer):
    """The model version that suggests."""

    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    model_name = serializers.CharField()
    number = serializers.IntegerField()


class SuggestedLabelSerializer(OutputSerializer):
    """A label of the whole sample."""

    id = serializers.UUIDField()
    score = serializers.FloatField()


class SuggestedRegionSerializer(OutputSerializer):
    """A marked part of the sample."""

    id = serializers.CharField()
    label_id = serializers.UUIDField(allow_null=True)
    geometry = GeometryField()
    text = serializers.CharField(allow_null=True, allow_blank=True)
    score = serializers.FloatField()
    attributes = AttributesField()


class SuggestedRelationSerializer(OutputSerializer):
    """How two of the regions relate, by their ids."""

    label_id = serializers.UUIDField()
    subject = serializers.CharField()
    object = serializers.CharField()
    score = serializers.FloatField()


class SuggestedStateSerializer(OutputSerializer):
    """The parts of an annotation, each with its score."""

    labels = SuggestedLabelSerializer(many=True)
    regions = SuggestedRegionSerializer(many=True)
    relations = SuggestedRelationSerializer(many=True)
    texts = serializers.ListField(child=serializers.CharField())
    value = serializers.FloatField(allow_null=True)


class SuggestionSerializer(OutputSerializer):
    """What a model suggests of a sample; parts whose labels are gone are left out."""

    sample_id = serializers.UUIDField()
    run_id = serializers.UUIDField()
    method = serializers.ChoiceField(Method.choices)
    model = SuggestingModelSerializer(allow_null=True)
    threshold = serializers.FloatField()
    state = SuggestedStateSerializer()
    score = serializers.FloatField()
    uncertainty = serializers.FloatField()
    is_stale = serializers.BooleanField()
    is_rejected = serializers.BooleanField()
    made_at = serializers.DateTimeField()


class SampleSuggestionSerializer(OutputSerializer):
    """What is suggested of a sample, ``null`` when nothing is."""

    suggestion = SuggestionSerializer(allow_null=True)


class SuggestedSampleSerializer(OutputSerializer):
    """A sample with what is suggested of it, and the score of the label asked for."""

    sample = SampleSerializer()
    suggestion = SuggestionSerializer()
    score = serializers.FloatField()


class SuggestedSampleQuerySerializer(InputSerializer):
    """Which label, and how sure at least."""

    label = serializers.UUIDField()  # type: ignore[assignment]
    threshold = serializers.FloatField(required=False, min_value=0, max_value=1)


class ThresholdQuerySerializer(InputSerializer):
    """How sure at least."""

    threshold = serializers.FloatField(required=False, min_value=0, max_value=1)


class SuggestionRunSerializer(OutputSerializer):
    """One asking of a model about samples."""

    id = serializers.UUIDField()
    method = serializers.ChoiceField(Method.choices)
    model = SuggestingModelSerializer(allow_null=True)
    threshold = serializers.FloatField()
    num_samples = serializers.IntegerField()
    num_unreadable = serializers.IntegerField()
    num_unknown_labels = serializers.IntegerField()
    job = JobSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class NewSuggestionRunSerializer(SampleFilterSerializer):
    """Who is asked, about which samples; by default the newest model about the unlabelled ones."""

    method = serializers.ChoiceField(Method.choices, required=False)
    model_version_id = StrictUUIDField(required=False)
    makes_labels = StrictBooleanField(required=False)


class SuggestedLabelCountSerializer(OutputSerializer):
    """How many open suggestions name a label; more than 10,000 are given as 10,001."""

    id = serializers.UUIDField()
    num = serializers.IntegerField()


class AcceptanceSerializer(OutputSerializer):
    """Suggestions that were accepted by one act; ``label_id`` is null for those of all labels."""

    id = serializers.UUIDField()
    label_id = serializers.UUIDField(allow_null=True)
    threshold = serializers.FloatField()
    num_accepted = serializers.IntegerField()
    num_undone = serializers.IntegerField()
    is_undone = serializers.BooleanField()
    job = JobSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class SuggestionOverviewSerializer(OutputSerializer):
    """What is suggested in a dataset; more than 10,000 open ones are given as 10,001."""

    run = SuggestionRunSerializer(allow_null=True)
    num_open = serializers.IntegerField()
    labels = SuggestedLabelCountSerializer(many=True)
    acceptance = AcceptanceSerializer(allow_null=True)


class NewAcceptanceSerializer(InputSerializer):
    """What to accept: of one label or of all, from which score on, and which samples to leave."""

    threshold = StrictFloatField(min_value=0, max_value=1)
    label_id = StrictUUIDField(required=False)
    spared = serializers.ListField(child=StrictUUIDField(), required=False, max_length=MAX_SPARED)


class NumUndoneSerializer(OutputSerializer):
    """How many samples are again as they were."""

    num_undone = serializers.IntegerField()


class RejectionSerializer(InputSerializer):
    """Suggestions to put aside, or with ``is_rejected`` false to bring back."""

    sample_ids = serializers.ListField(
        child=StrictUUIDField(), allow_empty=False, max_length=MAX_SPARED
    )
    is_rejected = StrictBooleanField(required=False)


class NumRejectedSerializer(OutputSerializer):
    """How many suggestions were put aside or brought back."""

    num = serializers.IntegerField()
