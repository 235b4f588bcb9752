"""Shapes of recipes, runs and previews of cleaning."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts.shapes import RegionSerializer
from backend.api.serializers import InputSerializer, NameField, OutputSerializer, StrictIntegerField
from backend.api.shapes import serializer_of
from backend.cleaning.contracts import PreviewedSample, PreviewView, RecipeView, RunView
from backend.cleaning.models import CleaningRun
from backend.datasets.contracts.serializers.samples import (
    SampleFilterSerializer,
    SampleSerializer,
    SelectionSerializer,
)
from backend.jobs.contracts.serializers import JobSerializer
from engine.specs.cleaning import MAX_STEPS, STEPS

CLEANED_MEDIA = tuple(STEPS)
OUTCOMES = ("same", "changed", "dropped")


class StepField(serializers.DictField):
    """A step: its ``kind``, and those options that are not the default."""

    child = serializers.JSONField(allow_null=True)


class CleaningStepSerializer(OutputSerializer):
    """A step that a medium has; ``options`` is a JSON Schema."""

    media = serializers.ChoiceField(CLEANED_MEDIA)
    kind = serializers.CharField()
    options = serializers.DictField(child=serializers.JSONField(allow_null=True))


class CleaningStepsSerializer(OutputSerializer):
    """All steps, by medium in the order in which they are usually taken."""

    steps = CleaningStepSerializer(many=True)


class StepsSerializer(InputSerializer):
    """Steps in the order in which they are taken."""

    steps = serializers.ListField(child=StepField(), min_length=1, max_length=MAX_STEPS)


class NewCleaningRecipeSerializer(StepsSerializer):
    """A recipe to keep."""

    media = serializers.ChoiceField(CLEANED_MEDIA)
    name = NameField(max_length=120)


CleaningRecipeSerializer = serializer_of(
    RecipeView,
    "CleaningRecipe",
    media=serializers.ChoiceField(CLEANED_MEDIA),
    steps=serializers.ListField(child=StepField()),
)


class NewCleaningRunSerializer(SelectionSerializer, StepsSerializer):
    """Which samples are cleaned, and how; ``name`` is that of the recipe, for the history."""

    name = NameField(max_length=120, allow_blank=True, required=False)


class NewCleaningPreviewSerializer(SelectionSerializer, StepsSerializer):
    """Of which samples some are drawn, and how they are cleaned."""

    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


CleaningRunSerializer = serializer_of(
    RunView,
    "CleaningRun",
    steps=serializers.ListField(child=StepField()),
    query=SampleFilterSerializer(),
    state=serializers.ChoiceField(CleaningRun.State.choices),
    job=JobSerializer(allow_null=True),
)


PreviewedSampleSerializer = serializer_of(
    PreviewedSample,
    sample=SampleSerializer(),
    outcome=serializers.ChoiceField(OUTCOMES),
    like=SampleSerializer(allow_null=True),
    regions_before=RegionSerializer(many=True),
    regions_after=RegionSerializer(many=True),
)


CleaningPreviewSerializer = serializer_of(
    PreviewView,
    "CleaningPreview",
    samples=PreviewedSampleSerializer(many=True),
)
