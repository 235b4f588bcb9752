"""Training runs as the API shows them."""

from __future__ import annotations

from typing import get_args

from rest_framework import serializers

from backend.api.catalog import TIERS
from backend.api.shapes import serializer_of
from backend.jobs.contracts.serializers import JobSerializer
from backend.training.contracts import (
    InitialVersion,
    RunVerdict,
    TrainingRunView,
    UsedVersion,
    VerdictReason,
)
from engine.catalog import TARGETS
from engine.validation.useless_reasons import NextStep

TARGET_KEYS = sorted(TARGETS)


UsedDatasetVersionSerializer = serializer_of(UsedVersion, "UsedDatasetVersion")


InitialModelVersionSerializer = serializer_of(InitialVersion, "InitialModelVersion")


RunVerdictSerializer = serializer_of(
    RunVerdict,
    reasons=serializer_of(
        VerdictReason,
        next_steps=serializers.ListField(child=serializers.ChoiceField(choices=get_args(NextStep))),
    )(many=True),
)


TrainingRunSerializer = serializer_of(
    TrainingRunView,
    target=serializers.ChoiceField(choices=TARGET_KEYS),
    tier=serializers.ChoiceField(choices=TIERS),
    dataset_versions=UsedDatasetVersionSerializer(many=True),
    initial_model_version=InitialModelVersionSerializer(allow_null=True),
    job=JobSerializer(),
    verdict=RunVerdictSerializer(allow_null=True),
)
