"""Evaluations over HTTP."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts import VersionRef
from backend.datasets.selectors.references import require_version_ref
from backend.evaluations import selectors
from backend.evaluations import serializers as shapes
from backend.evaluations.models import Evaluation
from backend.evaluations.services import evaluating


class EvaluationsView(View):
    """``/evaluations``."""

    @operation(
        "list_evaluations",
        query=shapes.EvaluationQuerySerializer,
        response=shapes.EvaluationSerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List the evaluations of a project, newest first."""
        query = self.query(shapes.EvaluationQuerySerializer)
        return self.page(
            selectors.list_evaluations(caller=self.caller, **query),
            shapes.EvaluationSerializer,
            complete=selectors.complete,
        )

    @operation(
        "create_evaluation",
        body=shapes.NewEvaluationSerializer,
        response=shapes.EvaluationSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_version_ref,
        named="dataset_version_id",
    )
    def post(self, request: Request, data: VersionRef) -> object:
        """Start an evaluation of model versions on samples that none of them was trained on."""
        fields = self.body(shapes.NewEvaluationSerializer)
        del fields["dataset_version_id"]
        made = evaluating.create_evaluation(caller=self.caller, data=data, **fields)
        return selectors.describe(made.id)


class EvaluationDetail(View):
    """``/evaluations/{id}``."""

    @operation(
        "get_evaluation",
        response=shapes.EvaluationSerializer,
        least=Role.VIEWER,
        about=selectors.require_evaluation,
    )
    def get(self, request: Request, evaluation: Evaluation) -> object:
        """Get an evaluation, with its result once it is there."""
        return selectors.complete([evaluation])[0]

    @operation(
        "delete_evaluation",
        status=204,
        least=Role.DEVELOPER,
        about=selectors.require_evaluation,
    )
    def delete(self, request: Request, evaluation: Evaluation) -> None:
        """Delete an evaluation that has ended."""
        evaluating.delete_evaluation(evaluation=evaluation, deleted_by=self.caller)
