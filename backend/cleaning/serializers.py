"""Shapes of recipes, runs and previews of cleaning."""

from __future__ import annotations

from rest_framework import serializers

from backend.annotation.contracts.shapes import RegionSerializer
from backend.api.serializers import (
    InputSerializer,
    NameField,
    OutputSerializer,
    PersonSerializer,
    StrictIntegerField,
)
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


class CleaningRecipeSerializer(OutputSerializer):
    """Steps under a name, for the samples of one medium in all datasets of a project."""

    id = serializers.UUIDField()
    project_id = serializers.UUIDField()
    media = serializers.ChoiceField(CLEANED_MEDIA)
    name = serializers.CharField()
    steps = serializers.ListField(child=StepField())
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class NewCleaningRunSerializer(SelectionSerializer, StepsSerializer):
    """Which samples are cleaned, and how; ``name`` is that of the recipe, for the history."""

    name = NameField(max_length=120, allow_blank=True, required=False)


class NewCleaningPreviewSerializer(SelectionSerializer, StepsSerializer):
    """Of which samples some are drawn, and how they are cleaned."""

    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False)


class CleaningRunSerializer(OutputSerializer):
    """Samples that were taken through steps, and what became of them.

    ``dropped`` counts by step those that left the dataset: ``decode`` are files that cannot be
    read, ``same_content`` those that became the same as another. ``num_skipped`` had been changed
    by somebody meanwhile, ``num_left`` could not be brought back.
    """

    id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    name = serializers.CharField(allow_blank=True)
    steps = serializers.ListField(child=StepField())
    query = SampleFilterSerializer()
    num_named = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(CleaningRun.State.choices)
    num_samples = serializers.IntegerField()
    num_done = serializers.IntegerField()
    num_changed = serializers.IntegerField()
    num_dropped = serializers.IntegerField()
    num_skipped = serializers.IntegerField()
    num_lost = serializers.IntegerField()
    num_left = serializers.IntegerField()
    dropped = serializers.DictField(child=serializers.IntegerField())
    can_be_undone = serializers.BooleanField()
    job = JobSerializer(allow_null=True)
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class PreviewedSampleSerializer(OutputSerializer):
    """What would become of a sample; ``like`` is the one that it repeats."""

    sample = SampleSerializer()
    outcome = serializers.ChoiceField(OUTCOMES)
    step = serializers.CharField(allow_null=True)
    like = SampleSerializer(allow_null=True)
    width = serializers.IntegerField(allow_null=True)
    height = serializers.IntegerField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    num_lost = serializers.IntegerField()
    url = serializers.CharField(allow_null=True)
    text_before = serializers.CharField(allow_null=True, allow_blank=True)
    text_after = serializers.CharField(allow_null=True, allow_blank=True)
    regions_before = RegionSerializer(many=True)
    regions_after = RegionSerializer(many=True)


class CleaningPreviewSerializer(OutputSerializer):
    """What a recipe would do with ``num_samples`` of ``total`` samples, some of them shown."""

    num_samples = serializers.IntegerField()
    total = serializers.IntegerField()
    num_same = serializers.IntegerField()
    num_changed = serializers.IntegerField()
    num_dropped = serializers.IntegerField()
    num_lost = serializers.IntegerField()
    dropped = serializers.DictField(child=serializers.IntegerField())
    samples = PreviewedSampleSerializer(many=True)
