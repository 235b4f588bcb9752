"""Shapes of batch predictions."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backend.api.received import ReceivedFileField
from backend.api.serializers import (
    InputSerializer,
    NameField,
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictUUIDField,
)
from backend.api.shapes import serializer_of
from backend.batch_predictions.contracts import BatchPredictionView, ProblemView
from backend.batch_predictions.models import BatchPrediction
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.serializers.samples import SampleFilterSerializer
from backend.jobs.contracts.serializers import JobSerializer
from engine.specs.predictions import PREDICTIONS_FILES

GIVEN_SOURCES = ("dataset", "view", "version", "files", "folder")
FORMATS = tuple(PREDICTIONS_FILES)
MAX_FILES_PER_REQUEST = 64
# What each source needs, and what it takes beside.
_FIELDS = {
    "dataset": (("dataset_id",), ("filter",)),
    "view": (("view_id",), ()),
    "version": (("dataset_version_id",), ()),
    "files": ((), ("name",)),
    "folder": (("folder",), ("path",)),
}
_PLACES = frozenset(name for needed, taken in _FIELDS.values() for name in (*needed, *taken))


PredictionProblemSerializer = serializer_of(ProblemView, "PredictionProblem")


BatchPredictionSerializer = serializer_of(
    BatchPredictionView,
    source=serializers.ChoiceField(choices=BatchPrediction.Source.choices),
    formats=serializers.ListField(child=serializers.ChoiceField(choices=FORMATS)),
    problems=PredictionProblemSerializer(many=True),
    job=JobSerializer(allow_null=True),
)


class NewBatchPredictionSerializer(InputSerializer):
    """Which model predicts what: each source takes the fields that are named after it.

    A dataset takes ``dataset_id`` and maybe ``filter``, a saved view ``view_id``, a version
    ``dataset_version_id``, a folder of the server ``folder`` and maybe ``path``. Files are sent
    afterwards, under a ``name``.
    """

    default_error_messages = {
        "field_needed": "The source '{name}' needs the field '{field}'.",
        "field_useless": "The source '{name}' does not take the field '{field}'.",
    }

    model_version_id = StrictUUIDField()
    # DRF takes declared fields off the class, so this does not hide its property of that name.
    source = serializers.ChoiceField(choices=GIVEN_SOURCES)  # type: ignore[assignment]
    dataset_id = StrictUUIDField(required=False)
    filter = SampleFilterSerializer(required=False)
    view_id = StrictUUIDField(required=False)
    dataset_version_id = StrictUUIDField(required=False)
    name = NameField(max_length=200, required=False)
    folder = StrictIntegerField(min_value=0, max_value=1000, required=False)
    path = StrictCharField(max_length=1000, allow_blank=True, required=False)
    keeps_suggestions = StrictBooleanField(required=False)
    makes_labels = StrictBooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the fields; a source has what it needs and nothing else.

        Raises:
            ValidationError: naming the field.
        """
        name = attrs["source"]
        needed, taken = _FIELDS[name]
        for field in needed:
            if field not in attrs:
                self._refuse("field_needed", name, field)
        for field in sorted(attrs.keys() & _PLACES - {*needed, *taken}):
            self._refuse("field_useless", name, field)
        if "filter" in attrs:
            attrs["filter"] = SampleFilter(**attrs["filter"])
        return attrs

    def _refuse(self, code: str, name: str, field: str) -> None:
        message = self.error_messages[code].format(name=name, field=field)
        raise serializers.ValidationError({field: message}, code=code)


class BatchPredictionQuerySerializer(InputSerializer):
    """Whose batch predictions to list: those of a project, a model version or a schedule of it."""

    project = serializers.UUIDField()
    model_version = serializers.UUIDField(required=False)
    schedule = serializers.UUIDField(required=False)


class PredictionFilesSerializer(InputSerializer):
    """Files to predict; each filename is what predictions call it."""

    files = serializers.ListField(
        child=ReceivedFileField(), allow_empty=False, max_length=MAX_FILES_PER_REQUEST
    )


class PredictionsQuerySerializer(InputSerializer):
    """In which format to download."""

    form = serializers.ChoiceField(choices=FORMATS)
