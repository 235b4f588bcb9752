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
from backend.api.shapes import serializer_of
from backend.datasets.contracts.serializers.samples import SampleFilterSerializer, SampleSerializer
from backend.jobs.contracts.serializers import JobSerializer
from backend.model_registry.contracts import ModelVersionRef
from backend.suggestions.contracts import Method
from backend.suggestions.selectors.views import (
    AcceptanceView,
    LabelCount,
    Overview,
    RunView,
    SuggestedSample,
    SuggestionView,
)
from backend.suggestions.states import ScoredLabel, ScoredRegion, ScoredRelation, Suggested

MAX_SPARED = 10_000


SuggestingModelSerializer = serializer_of(
    ModelVersionRef, "SuggestingModel", without=("package_sha256", "manifest", "is_trashed")
)


SuggestedLabelSerializer = serializer_of(
    ScoredLabel,
    "SuggestedLabel",
    id=serializers.UUIDField(),
)


SuggestedRegionSerializer = serializer_of(
    ScoredRegion,
    "SuggestedRegion",
    label_id=serializers.UUIDField(allow_null=True),
    geometry=GeometryField(),
    attributes=AttributesField(),
)


SuggestedRelationSerializer = serializer_of(
    ScoredRelation,
    "SuggestedRelation",
    label_id=serializers.UUIDField(),
)


SuggestedStateSerializer = serializer_of(
    Suggested,
    "SuggestedState",
    labels=SuggestedLabelSerializer(many=True),
    regions=SuggestedRegionSerializer(many=True),
    relations=SuggestedRelationSerializer(many=True),
)


SuggestionSerializer = serializer_of(
    SuggestionView,
    method=serializers.ChoiceField(Method.choices),
    model=SuggestingModelSerializer(allow_null=True),
    state=SuggestedStateSerializer(),
)


class SampleSuggestionSerializer(OutputSerializer):
    """What is suggested of a sample, ``null`` when nothing is."""

    suggestion = SuggestionSerializer(allow_null=True)


SuggestedSampleSerializer = serializer_of(
    SuggestedSample,
    sample=SampleSerializer(),
    suggestion=SuggestionSerializer(),
)


class SuggestedSampleQuerySerializer(InputSerializer):
    """Which label, and how sure at least."""

    label = serializers.UUIDField()  # type: ignore[assignment]
    threshold = serializers.FloatField(required=False, min_value=0, max_value=1)


class ThresholdQuerySerializer(InputSerializer):
    """How sure at least."""

    threshold = serializers.FloatField(required=False, min_value=0, max_value=1)


SuggestionRunSerializer = serializer_of(
    RunView,
    "SuggestionRun",
    method=serializers.ChoiceField(Method.choices),
    model=SuggestingModelSerializer(allow_null=True),
    job=JobSerializer(allow_null=True),
)


class NewSuggestionRunSerializer(SampleFilterSerializer):
    """Who is asked, about which samples; by default the newest model about the unlabelled ones."""

    method = serializers.ChoiceField(Method.choices, required=False)
    model_version_id = StrictUUIDField(required=False)
    makes_labels = StrictBooleanField(required=False)


SuggestedLabelCountSerializer = serializer_of(LabelCount, "SuggestedLabelCount")


AcceptanceSerializer = serializer_of(
    AcceptanceView,
    job=JobSerializer(allow_null=True),
)


SuggestionOverviewSerializer = serializer_of(
    Overview,
    "SuggestionOverview",
    run=SuggestionRunSerializer(allow_null=True),
    labels=SuggestedLabelCountSerializer(many=True),
    acceptance=AcceptanceSerializer(allow_null=True),
)


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
