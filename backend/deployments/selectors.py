"""Reads about endpoints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Count, FilteredRelation, Q, QuerySet, Sum
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.accounts.selectors import require_role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.deployments.contracts import (
    AsyncPredictionsView,
    CalledEndpoint,
    DeploymentView,
    EndpointError,
    ProjectDeployments,
    RevisionView,
    SamplingView,
    ServedVersion,
    StoringEndpoint,
)
from backend.deployments.models import (
    Application,
    Deployment,
    DeploymentRevision,
    EndpointKey,
    Gateway,
    IssuedToken,
)
from backend.model_registry.contracts.serving import DeploymentRef
from backend.projects.contracts import Named
from backend.projects.selectors import require_project, require_row
from engine.specs.gateway import LimitsSpec


def list_deployments(*, caller: Caller, project: UUID) -> QuerySet[Deployment]:
    """Return the endpoints of a project.

    Raises:
        NotFound: when the caller may not see the project.
    """
    require_project(caller=caller, project_id=project)
    return _rows().filter(project_id=project)


def require_deployment(
    *, caller: Caller, deployment_id: UUID, minimum: Role = Role.VIEWER
) -> Deployment:
    """Return an endpoint of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        _rows().filter(id=deployment_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such endpoint.", code="deployment_not_found"),
    )


def get_view(*, deployment_id: UUID) -> DeploymentView:
    """Return an endpoint that the caller has been found to be allowed to see."""
    return views_of([_rows().get(id=deployment_id)])[0]


def views_of(deployments: Sequence[Deployment]) -> list[DeploymentView]:
    """Describe endpoints."""
    gateway = Gateway.objects.first()
    return [_view(deployment, gateway) for deployment in deployments]


def refs_by_version(version_ids: Iterable[UUID]) -> dict[UUID, tuple[DeploymentRef, ...]]:
    """Return which endpoints serve each of these model versions; one query."""
    result: dict[UUID, tuple[DeploymentRef, ...]] = {}
    rows = DeploymentRevision.objects.filter(
        Q(weight__gt=0) | Q(routed_weight__gt=0) | Q(is_shadow=True),
        model_version_id__in=list(version_ids),
        deployment__is_deleted=False,
    ).select_related("deployment")
    for row in rows.order_by("deployment__created_at", "number"):
        one = row.deployment
        reference = DeploymentRef(one.id, one.name, one.state, row.model_version_id)
        known = result.get(row.model_version_id, ())
        if reference not in known:
            result[row.model_version_id] = (*known, reference)
    return result


def list_revisions(*, deployment_id: UUID) -> QuerySet[DeploymentRevision]:
    """Return what an endpoint was asked to run."""
    return DeploymentRevision.objects.filter(deployment_id=deployment_id).select_related(
        "model_version__model", "created_by"
    )


def revisions_of(rows: Sequence[DeploymentRevision]) -> list[RevisionView]:
    """Describe revisions."""
    return [
        RevisionView(
            number=row.number,
            model_version=_served(row.model_version),
            replicas=row.replicas,
            weight=row.weight,
            routed_weight=row.routed_weight,
            is_shadow=row.is_shadow,
            state=row.state,
            error=EndpointError(row.error_code, row.error_message) if row.error_code else None,
            withdrawn_reason=row.withdrawn_reason,
            created_by=_author(row.created_by),
            created_at=row.created_at,
        )
        for row in rows
    ]


def list_keys(*, deployment_id: UUID) -> QuerySet[EndpointKey]:
    """Return the keys of an endpoint, revoked ones too."""
    return EndpointKey.objects.filter(deployment_id=deployment_id)


def list_tokens(*, deployment_id: UUID) -> QuerySet[IssuedToken]:
    """Return the tokens that were signed for one endpoint."""
    return IssuedToken.objects.filter(deployment_id=deployment_id)


def list_applications(*, caller: Caller, organisation: UUID) -> QuerySet[Application]:
    """Return the applications of an organisation.

    Raises:
        NotFound: when the caller is no member.
        NotAllowed: when the caller is no developer.
    """
    require_role(caller=caller, organisation_id=organisation, minimum=Role.DEVELOPER)
    return Application.objects.filter(organisation_id=organisation).prefetch_related("deployments")


def applications_of(rows: Sequence[Application]) -> list[dict[str, Any]]:
    """Describe applications."""
    return [
        {
            "id": row.id,
            "name": row.name,
            "client_id": row.client_id,
            "deployment_ids": [one.id for one in row.deployments.all() if not one.is_deleted],
            "may_call_all": row.may_call_all,
            "created_at": row.created_at,
            "revoked_at": row.revoked_at,
        }
        for row in rows
    ]


def project_summary(project_id: UUID) -> ProjectDeployments:
    """Return the endpoints of a project in figures."""
    since = timezone.now() - timedelta(hours=24)
    lately = FilteredRelation(
        "statistics", condition=Q(statistics__span="minute", statistics__begin__gte=since)
    )
    is_starting = Q(state=Deployment.State.STARTING)
    is_running = Q(state=Deployment.State.RUNNING)
    rows = Deployment.objects.filter(project_id=project_id, is_deleted=False)
    counted = rows.annotate(lately=lately).aggregate(
        # Each endpoint comes once for every minute in which it was called.
        num=Count("id", distinct=True),
        starting=Count("id", filter=is_starting, distinct=True),
        running=Count("id", filter=is_running, distinct=True),
        calls_24h=Sum("lately__num_calls", default=0),
        errors_24h=Sum("lately__num_errors", default=0),
    )
    return ProjectDeployments(**counted)


def nums_of(project_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return how many endpoints projects have, without those that have none; one query."""
    rows = Deployment.objects.filter(project_id__in=list(project_ids), is_deleted=False)
    return dict(rows.values_list("project_id").annotate(num=Count("id")).order_by())


def deployments_named(organisation_id: UUID, text: str, most: int) -> list[Named]:
    """Return endpoints whose names hold the text, the newest first; one query."""
    rows = Deployment.objects.filter(
        project__organisation_id=organisation_id,
        project__trashed_at=None,
        is_deleted=False,
        name__icontains=text,
    )
    values = rows.order_by("-created_at").values_list("id", "name", "project_id", "project__name")
    return [Named(*row) for row in values[:most]]


def num_of(*, project_id: UUID) -> int:
    """Return how many endpoints a project has."""
    return Deployment.objects.filter(project_id=project_id, is_deleted=False).count()


def address_of_suffix(suffix: str) -> str | None:
    """Return where this installation reaches the gateway of the running endpoint with a suffix."""
    row = Deployment.objects.filter(suffix=suffix, is_deleted=False).first()
    if row is None or not _is_serving(row):
        return None
    running = Gateway.objects.filter(handle__isnull=False)
    return running.values_list("address", flat=True).first() or None


def _rows() -> QuerySet[Deployment]:
    return Deployment.objects.filter(is_deleted=False).select_related(
        "model_version__model", "project", "created_by"
    )


def sampling_of(row: Deployment) -> SamplingView | None:
    """Return which calls of an endpoint are stored, ``None`` without consent."""
    if row.sampling is None:
        return None
    return SamplingView(**{**row.sampling, "hidden_fields": tuple(row.sampling["hidden_fields"])})


def async_predictions_of(row: Deployment) -> AsyncPredictionsView | None:
    """Return how an endpoint answers asynchronous predictions, ``None`` where it does not."""
    if row.async_predictions is None:
        return None
    channels = tuple(UUID(one) for one in row.async_predictions["channel_ids"])
    return AsyncPredictionsView(**{**row.async_predictions, "channel_ids": channels})


def storing_endpoint(deployment_id: UUID) -> StoringEndpoint | None:
    """Return an endpoint as those see it who store its calls, ``None`` when it is not there."""
    row = Deployment.objects.select_related("model_version", "project").filter(id=deployment_id)
    found = row.first()
    if found is None:
        return None
    manifest = found.model_version.manifest
    return StoringEndpoint(
        id=found.id,
        name=found.name,
        project_id=found.project_id,
        task=str(manifest["task"]),
        multi_label=bool(manifest.get("multi_label")),
        model_version_id=found.model_version_id,
        sampling=None if found.is_deleted else sampling_of(found),
        versions=dict(found.revisions.values_list("number", "model_version_id")),
    )


def called_endpoint(deployment_id: UUID) -> CalledEndpoint | None:
    """Return an endpoint to be called for others, ``None`` when it or its project is deleted."""
    rows = _rows().filter(id=deployment_id, project__trashed_at=None)
    row = rows.first()
    if row is None:
        return None
    manifest = row.model_version.manifest
    return CalledEndpoint(
        id=row.id,
        suffix=row.suffix,
        organisation_id=row.project.organisation_id,
        task=str(manifest["task"]),
        input=manifest["input"],
        required_columns=tuple(
            str(name)
            for op in manifest.get("preprocessing") or ()
            if op["op"] == "encode_columns"
            for name in op["required"]
        ),
        labels=tuple(str(label["name"]) for label in manifest.get("labels") or ()),
        is_running=_is_serving(row),
    )


def _is_serving(row: Deployment) -> bool:
    return row.state in (
        Deployment.State.RUNNING,
        Deployment.State.STARTING,
        Deployment.State.ASLEEP,
    )


def _served(version: Any) -> ServedVersion:
    return ServedVersion(version.id, version.number, version.model.name)


def _author(user: Any) -> Person | None:
    return None if user is None else Person(user.id, user.name)


def _segment(row: Any) -> str:
    """Return the word by which an EasyDL address says what a model does; any would be answered."""
    task: str = row.project.task
    return task.rpartition(".")[2].rpartition("_")[2]


def _view(row: Deployment, gateway: Gateway | None) -> DeploymentView:
    url = None
    if gateway is not None and gateway.public_address and _is_serving(row):
        url = f"{gateway.public_address}/endpoints/{row.suffix}"
    public = settings.ENVIRONMENT.public_url
    return DeploymentView(
        id=row.id,
        project_id=row.project_id,
        name=row.name,
        suffix=row.suffix,
        model_version=_served(row.model_version),
        replicas=row.replicas,
        desired_state=row.desired_state,
        state=row.state,
        url=url,
        predict_url=None if url is None else f"{url}/predict",
        easydl_url=f"{public}/rpc/2.0/ai_custom/v1/{_segment(row)}/{row.suffix}",
        v2_url=None if url is None else f"{url}/v2/models/{row.suffix}/infer",
        error=EndpointError(row.error_code, row.error_message) if row.error_code else None,
        generation=row.generation,
        observed_generation=row.observed_generation,
        limits=LimitsSpec.model_validate(row.limits),
        rolls_back=row.rolls_back,
        idle_minutes=row.idle_minutes,
        wake_seconds=row.wake_seconds,
        sampling=sampling_of(row),
        async_predictions=async_predictions_of(row),
        num_queued=row.num_queued,
        num_running=row.num_running,
        knows_callers=(
            gateway is None
            or gateway.handle is None
            or row.observed_callers_revision >= row.callers_revision
        ),
        created_by=_author(row.created_by),
        created_at=row.created_at,
    )
