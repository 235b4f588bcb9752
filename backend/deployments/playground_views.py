"""Trying model versions over HTTP."""

from __future__ import annotations

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.parsers import JsonParser
from backend.api.schema import operation
from backend.api.views import View
from backend.deployments.contracts.predictions import PredictionSerializer
from backend.deployments.playground_serializers import PredictSerializer
from backend.deployments.services import predictions
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.selectors import require_ref


class ModelVersionPredict(View):
    """Try a model version before publishing it."""

    parser_classes = (MultiPartParser, JsonParser)

    @operation(
        "predict_with_model_version",
        body={
            "multipart/form-data": PredictSerializer,
            "application/json": PredictSerializer,
        },
        response=PredictionSerializer,
        least=Role.VIEWER,
        about=require_ref,
        scope="read",
    )
    def post(self, request: Request, version: ModelVersionRef) -> object:
        """Predict with a model version."""
        fields = self.body(PredictSerializer)
        return predictions.predict(caller=self.caller, version=version, **fields)
