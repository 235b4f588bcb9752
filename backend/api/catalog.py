"""What this installation can do, and whether it is well."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, get_args

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request

from backend.api.errors import Invalid
from backend.api.schema import operation
from backend.api.serializers import OutputSerializer
from backend.api.shapes import serializer_of
from backend.api.views import View
from engine.catalog import (
    TARGETS,
    TASKS,
    AnnotationCard,
    AnnotationKind,
    BackboneCard,
    DatasetFormat,
    Media,
    PredictionKind,
    TaskCard,
    Tier,
)
from engine.catalog.cards import MetricCard, MetricUnit
from engine.catalog.kinds import Editor
from engine.catalog.targets import TargetCard
from engine.specs.spec import Spec
from engine.specs.tuning.study import POPULATION_SAMPLERS, SAMPLERS

FORMATS = [layout.value for layout in DatasetFormat]
MEDIA = [media.value for media in Media]
ANNOTATION_KINDS = [kind.value for kind in AnnotationKind]
PREDICTION_KINDS = [kind.value for kind in PredictionKind]
EDITORS = get_args(Editor)
METRIC_UNITS = get_args(MetricUnit)
TIERS = [(tier.value, tier.name.title()) for tier in Tier]


class CatalogBackboneSerializer(OutputSerializer):
    """One network that a task can be trained with.

    ``shape`` names the options that say how it is built; those of other networks mean nothing to
    it.
    """

    key = serializers.CharField()
    tier = serializers.ChoiceField(TIERS)
    parameters_millions = serializers.FloatField()
    input_size = serializers.IntegerField(allow_null=True)
    min_input_size = serializers.IntegerField()
    weights = serializers.CharField(allow_null=True)
    weights_available = serializers.BooleanField()
    weights_allowed = serializers.BooleanField(
        help_text="Whether this installation allows the licence of the weights."
    )
    licence = serializers.CharField()
    shape = serializers.CharField(allow_null=True)


CatalogAnnotationSerializer = serializer_of(
    AnnotationCard,
    "CatalogAnnotation",
    without=("kind", "is_writing"),
    geometries=serializers.ListField(child=serializers.CharField()),
    is_classification=serializers.BooleanField(),
)


CatalogMetricSerializer = serializer_of(MetricCard, "CatalogMetric")


class CatalogTaskSerializer(OutputSerializer):
    """One task that models can be trained for; ``options_schema`` is a JSON Schema.

    ``metrics`` are all that its models may be evaluated by, ``primary_metric`` first; each model
    says which one is its own.
    """

    key = serializers.CharField()
    modality = serializers.CharField()
    media = serializers.ChoiceField(MEDIA)
    annotation = serializers.ChoiceField(ANNOTATION_KINDS)
    annotation_card = CatalogAnnotationSerializer()
    prediction = serializers.ChoiceField(PREDICTION_KINDS)
    supports_multi_label = serializers.BooleanField()
    primary_metric = serializers.CharField()
    primary_unit = serializers.ChoiceField(METRIC_UNITS)
    higher_is_better = serializers.BooleanField()
    metrics = CatalogMetricSerializer(many=True)
    formats = serializers.ListField(child=serializers.ChoiceField(FORMATS))
    export_formats = serializers.ListField(child=serializers.ChoiceField(FORMATS))
    backbones = CatalogBackboneSerializer(many=True)
    export_targets = serializers.ListField(child=serializers.CharField())
    options_schema = serializers.DictField(child=serializers.JSONField(allow_null=True))
    held_out_share = serializers.FloatField(
        allow_null=True,
        help_text="Part of a table's rows that validation and test take each; null of other data.",
    )
    min_samples_per_label = serializers.IntegerField()
    advised_samples_per_label = serializers.IntegerField()
    works_untrained = serializers.BooleanField(
        help_text="Whether a model of this task that needs no training comes with Easel."
    )


CatalogTargetSerializer = serializer_of(TargetCard, "CatalogTarget")


class CatalogSamplerSerializer(OutputSerializer):
    """One way to choose the settings of trials; ``options_schema`` is a JSON Schema of its numbers.

    ``learns_from_scratch``: it chooses for trials that do; ``leads_populations``: for trials that
    go on from each other's weights.
    """

    key = serializers.CharField()
    options_schema = serializers.DictField(child=serializers.JSONField(allow_null=True))
    learns_from_scratch = serializers.BooleanField()
    leads_populations = serializers.BooleanField()


class CatalogSerializer(OutputSerializer):
    """Tasks, targets, samplers, and whether pretrained weights are at hand."""

    tasks = CatalogTaskSerializer(many=True)
    targets = CatalogTargetSerializer(many=True)
    samplers = CatalogSamplerSerializer(many=True)
    pretrained_available = serializers.BooleanField()


class CatalogView(View):
    """``/catalog``."""

    @operation("get_catalog", response=CatalogSerializer)
    def get(self, request: Request) -> object:
        """Get the tasks, formats and backbones of this installation."""
        return _catalog()


def _catalog() -> dict[str, Any]:
    tasks = [_task(card) for card in TASKS.values()]
    return {
        "tasks": tasks,
        "targets": [card.model_dump() for card in TARGETS.values()],
        "samplers": [_sampler(spec) for spec in SAMPLERS],
        "pretrained_available": any(
            backbone["weights_available"] for task in tasks for backbone in task["backbones"]
        ),
    }


def _task(card: TaskCard) -> dict[str, Any]:
    return {
        **card.model_dump(exclude={"backbones", "options", "other_metrics"}),
        "formats": card.import_formats,
        "annotation_card": _annotation(card.annotation_card),
        "backbones": [_backbone(backbone) for backbone in card.backbones],
        "metrics": [metric.model_dump() for metric in card.metrics],
        "options_schema": _options_schema(card.key),
    }


def _sampler(spec: type[Spec]) -> dict[str, Any]:
    key = spec.model_fields["kind"].default
    return {
        "key": key,
        "options_schema": spec.model_json_schema(),
        "learns_from_scratch": hasattr(spec, "algorithm"),
        "leads_populations": key in POPULATION_SAMPLERS,
    }


def _annotation(card: AnnotationCard) -> dict[str, Any]:
    return {
        **card.model_dump(),
        "geometries": sorted(card.geometries),
        "is_classification": card.is_classification,
    }


def _backbone(card: BackboneCard) -> dict[str, Any]:
    return {
        **card.model_dump(),
        "weights_available": weights_available(card),
        "weights_allowed": weights_allowed(card),
    }


@cache
def _options_schema(task: str) -> dict[str, Any]:
    return TASKS[task].options.model_json_schema()


def weights_allowed(card: BackboneCard) -> bool:
    """Tell whether runs here may start from a backbone's pretrained weights, by their licence."""
    licences = settings.ENVIRONMENT.weights_licences
    return not licences or card.licence in licences


def require_allowed(card: BackboneCard) -> None:
    """Refuse pretrained weights whose licence this installation does not allow.

    Raises:
        Invalid: ``licence_forbidden``.
    """
    if not weights_allowed(card):
        raise Invalid(
            f"The weights of '{card.key}' have the licence '{card.licence}', and this installation "
            f"allows: {', '.join(settings.ENVIRONMENT.weights_licences)}. Train from scratch, or "
            "choose another network.",
            code="licence_forbidden",
            backbone=card.key,
            licence=card.licence,
        )


def weights_available(card: BackboneCard) -> bool:
    """Tell whether a backbone's pretrained weights are here, as those that come with Easel are.

    Others lie in the installation's folder: ``owner/name`` is looked for as ``owner/name``,
    ``owner--name`` and ``name``, with a ``config.json`` and a ``.safetensors`` file in it. Those
    whose licence is not allowed are not.
    """
    weights = card.weights
    if weights is None or not weights_allowed(card):
        return False
    if card.has_built_in:
        return True
    root = Path(settings.ENVIRONMENT.pretrained_folder)
    folders = (root / weights, root / weights.replace("/", "--"), root / weights.split("/")[-1])
    return any(
        (folder / "config.json").is_file() and any(folder.glob("*.safetensors"))
        for folder in folders
    )
