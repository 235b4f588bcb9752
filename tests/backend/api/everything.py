"""One of each thing in an organisation, so that every address of the API leads somewhere."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from uuid import UUID, uuid4
from zipfile import ZipFile

from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from backend.accounts.models import (
    ApiKey,
    Invitation,
    Membership,
    PasswordReset,
    Role,
    SignedIn,
)
from backend.accounts.secrets import digest
from backend.alerts.models import Alert, AlertEvent, Rule, Silence
from backend.assignments.models import Assignment, Part, Participant, WorkItem
from backend.batch_predictions.models import (
    BatchPrediction,
    PredictedFile,
    PredictionFile,
    PredictionProblem,
)
from backend.cleaning.models import CleaningRecipe, CleaningRun
from backend.datasets.models import (
    Archive,
    DatasetVersion,
    DatumaroExport,
    Import,
    Label,
    Sample,
    SavedView,
    Tag,
    VersionSample,
)
from backend.deployments.models import (
    Application,
    Deployment,
    DeploymentRevision,
    EndpointKey,
    IssuedToken,
)
from backend.drift.models import DriftSettings, DriftWindow
from backend.evaluations.models import Evaluation
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.load_tests.models import LoadTest
from backend.maps.models import EmbeddingMap
from backend.model_registry.models import Model, ModelVersion
from backend.quality.models import Finding, Fix, Inspection
from backend.schedules.models import Schedule
from backend.share_links.models import ShareLink
from backend.share_links.tokens import token_of
from backend.stored_calls.models import StoredCall
from backend.suggestions.models import Acceptance
from backend.training.models import TrainingRun
from backend.tuning.models import Study, Trial
from backend.webhooks.models import Channel, Delivery
from backend.webhooks.services.sealing import sealed
from engine.specs.load_test import StageResult
from engine.specs.predictions import PREDICTIONS_FILES
from tests.backend.conftest import World, make_user
from tests.backend.images import image
from tests.reports import sectioned


def _package() -> bytes:
    """Return a zip with a heat map alone."""
    content = BytesIO()
    with ZipFile(content, "w") as package:
        package.writestr("heatmaps/x.png", image(2))
    return content.getvalue()


def fill(path: str, things: dict[str, str]) -> str:
    """Return a path of the schema with the ids of things in it."""
    special = {
        "/model-versions/": ("version_id", "model_version_id"),
        "/deployments/": ("key_id", "endpoint_key_id"),
    }
    for part, (name, thing) in special.items():
        if part in path:
            path = path.replace(f"{{{name}}}", things[thing])
    return path.format_map(
        {"name": "x.png", "segment": "custom", "suffix": "x", "condition": "down", **things}
    )


def parameters_of(world: World) -> dict[str, str]:
    """Make one of each thing and return the values of all path parameters."""
    now = timezone.now()
    other = make_user(f"other@{world.organisation.name}.example")
    member = Membership.objects.create(
        organisation=world.organisation, user=other, role=Role.VIEWER
    )
    invitation = Invitation.objects.create(
        organisation=world.organisation,
        email="new@else.example",
        role=Role.VIEWER,
        token_sha256=digest(f"an invitation to {world.organisation.id}"),
        invited_by=world.owner,
        expires_at=now + timedelta(days=1),
    )
    PasswordReset.objects.create(
        user=other,
        token_sha256=invitation.token_sha256,
        expires_at=now + timedelta(days=1),
    )
    api_key = ApiKey.objects.create(
        user=world.owner,
        organisation=world.organisation,
        name="k",
        prefix="ek_",
        sha256=uuid4().hex,
    )
    blob = put_bytes(content=image(1), media_type="image/png")
    label = Label.objects.create(dataset=world.dataset, name="a", color="#000000", position=0)
    tag = Tag.objects.create(dataset=world.dataset, name="odd")
    view = SavedView.objects.create(dataset=world.dataset, name="All", ordering="name")
    sample = Sample.objects.create(
        dataset=world.dataset,
        blob_id=blob,
        name="a.png",
        width=12,
        height=9,
        bytes=1,
        created_at=now,
    )
    session = Import.objects.create(dataset=world.dataset, format="loose_files")
    archive = Archive.objects.create(import_session=session, name="a.zip", num_bytes=10)
    version = DatasetVersion.objects.create(
        dataset=world.dataset,
        number=1,
        multi_label=False,
        state=DatasetVersion.State.READY,
        index_blob_id=put_bytes(content=b"", media_type="application/jsonl"),
        split_recipe={"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 0},
    )
    VersionSample.objects.create(
        version=version, sample_id=sample.id, blob_id=blob, split="train", position=0
    )
    return {
        "organisation_id": str(world.organisation.id),
        "project_id": str(world.project.id),
        "member_id": str(member.id),
        "invitation_id": str(invitation.id),
        "session_id": str(_session(world)),
        "token": f"an invitation to {world.organisation.id}",
        "dataset_id": str(world.dataset.id),
        "label_id": str(label.id),
        "tag_id": str(tag.id),
        "view_id": str(view.id),
        "sample_id": str(sample.id),
        "import_id": str(session.id),
        "archive_id": str(archive.id),
        "export_id": str(DatumaroExport.objects.create(version=version, format="kitti").id),
        "version_id": str(version.id),
        "key_id": str(api_key.id),
        **_assigned(world, sample),
        **_trained(world, version),
        **_inspected(world, label),
    }


def _session(world: World) -> UUID:
    """Sign the owner in somewhere."""
    session = SessionStore()
    session.create()
    return SignedIn.objects.create(
        user=world.owner, session_key=session.session_key, last_seen_at=timezone.now()
    ).id


def _inspected(world: World, label: Label) -> dict[str, str]:
    """Make what data is inspected, fixed, cleaned, laid out and pre-labelled with."""
    inspection = Inspection.objects.create(dataset=world.dataset)
    finding = Finding.objects.create(
        inspection=inspection, position=0, kind="broken_file", severity="error", num_samples=1
    )
    acceptance = Acceptance.objects.create(
        dataset=world.dataset, label=label, is_of_one_label=True, threshold=0.5
    )
    fix = Fix.objects.create(finding=finding, kind="trash")
    recipe = CleaningRecipe.objects.create(
        project_id=world.project.id, media="image", name="Upright", steps=[{"kind": "upright"}]
    )
    cleaning = CleaningRun.objects.create(dataset=world.dataset, steps=recipe.steps)
    drawn = EmbeddingMap.objects.create(dataset=world.dataset, state=EmbeddingMap.State.READY)
    return {
        "inspection_id": str(inspection.id),
        "finding_id": str(finding.id),
        "fix_id": str(fix.id),
        "acceptance_id": str(acceptance.id),
        "recipe_id": str(recipe.id),
        "cleaning_run_id": str(cleaning.id),
        "map_id": str(drawn.id),
    }


def _assigned(world: World, sample: Sample) -> dict[str, str]:
    assignment = Assignment.objects.create(
        dataset=world.dataset,
        name="a",
        owner=world.owner,
        batch_size=1,
        num_annotators=1,
        needs_review=True,
        starts_from_labels=False,
        num_samples=1,
        num_items=1,
    )
    for part in Part.values:
        Participant.objects.create(assignment=assignment, user=world.owner, part=part)
    item = WorkItem.objects.create(assignment=assignment, sample=sample, position=0, slot=0)
    return {"assignment_id": str(assignment.id), "item_id": str(item.id)}


def _predicted(world: World, version: ModelVersion, job: Job, blob_id: str) -> UUID:
    """Make a batch prediction with a file, a problem and a result."""
    batch = BatchPrediction.objects.create(
        project_id=world.project.id,
        model_version=version,
        source=BatchPrediction.Source.FILES,
        job=job,
        created_by=world.owner,
    )
    PredictedFile.objects.create(batch=batch, name="a.png", blob_id=blob_id)
    PredictionProblem.objects.create(batch=batch, name="b.png", code="x", message="x.")
    for form in PREDICTIONS_FILES:
        PredictionFile.objects.create(batch=batch, format=form, blob_id=blob_id)
    return batch.id


def _evaluated(world: World, version: ModelVersion, data: DatasetVersion, job: Job) -> UUID:
    """Make an evaluation with a result."""
    evaluation = Evaluation.objects.create(
        project_id=world.project.id,
        dataset_version=data,
        source_name="d v1",
        result={
            "primary_metric": "accuracy",
            "higher_is_better": True,
            "parts": [
                {
                    "part": "all",
                    "num_samples": 1,
                    "models": [{"id": "a", "metrics": {"accuracy": 1.0}}],
                }
            ],
        },
        job=job,
        created_by=world.owner,
    )
    evaluation.models.create(place=0, model_version=version, name="m", number=1)
    return evaluation.id


def _alerted(world: World, deployment: Deployment) -> dict[str, str]:
    """Make an alert of an endpoint, and a channel that was notified of it."""
    now = timezone.now()
    alert = Alert.objects.create(
        deployment=deployment, condition="down", state=Alert.State.FIRING, fired_at=now
    )
    AlertEvent.objects.create(alert=alert, state=alert.state, at=now, person=world.owner)
    Rule.objects.create(deployment=deployment, condition="down", hold_minutes=3)
    Silence.objects.create(deployment=deployment, until=now + timedelta(hours=1))
    channel = Channel.objects.create(
        organisation=world.organisation,
        project_id=world.project.id,
        kind=Channel.Kind.WEBHOOK,
        name="c",
        # Nothing listens there, and the test of a channel says so at once.
        address=sealed("http://127.0.0.1:9/"),
        secret=sealed("whsec_AAAA"),
        shown_address="http://127.0.0.1:9/…",
        created_by=world.owner,
    )
    Delivery.objects.create(
        channel=channel,
        key="k",
        notice={"event": "alert.firing", "subject": "s", "text": "", "url": "", "data": {}},
        next_attempt_at=now,
        created_at=now,
    )
    return {"alert_id": str(alert.id), "channel_id": str(channel.id)}


def _shared(deployment: Deployment) -> dict[str, str]:
    """Make a link by which guests try an endpoint."""
    link = ShareLink.objects.create(
        deployment=deployment,
        title="s",
        daily_calls=10,
        expires_at=timezone.now() + timedelta(days=1),
    )
    return {"share_link_id": str(link.id), "share_token": token_of(link.id)}


def _load_tested(deployment: Deployment, job: Job) -> dict[str, str]:
    """Make a load test with a stage that is over."""
    stage = StageResult(
        callers=1, seconds=1, num_calls=10, num_failed=0, errors={}, calls_per_second=10,
        p50_ms=1, p95_ms=1, p99_ms=1, queue_ms=None, batch_size=None, client_cpu_cores=0.1,
        is_client_saturated=False, is_cut_short=False,
    )  # fmt: skip
    test = LoadTest.objects.create(
        deployment=deployment,
        revision=1,
        model_version_id=deployment.model_version_id,
        callers=[1],
        seconds_per_stage=1,
        stages=[stage.model_dump(mode="json")],
        job=job,
        created_by=job.requested_by,
    )
    return {"load_test_id": str(test.id)}


def _trained(world: World, version: DatasetVersion) -> dict[str, str]:
    job = Job.objects.create(
        organisation=world.organisation,
        project_id=world.project.id,
        kind="train",
        resource="compute",
        subject_id=uuid4(),
        title="run",
    )
    run = TrainingRun.objects.create(
        project_id=world.project.id,
        number=1,
        name="run",
        task="image.classification",
        target="cloud_api",
        tier="fast",
        backbone="small_cnn",
        job=job,
        primary_metric="accuracy",
    )
    run.dataset_versions.add(version)
    package = put_bytes(content=_package(), media_type="application/zip")
    model_version = ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name="m"),
        number=1,
        training_run=run,
        package_blob_id=package,
        sdk_blob_id=package,
        manifest={
            "task": "image.classification",
            "backbone": "small_cnn",
            "input": {"kind": "image", "color": "RGB"},
            "labels": [{"name": "a"}],
            "pretrained": None,
            "multi_label": False,
        },
        report=sectioned("accuracy", 0.9).model_dump(mode="json"),
        primary_metric="accuracy",
        metric=0.9,
    )
    deployment = Deployment.objects.create(
        project_id=world.project.id,
        name="d",
        suffix=f"d-{world.organisation.id.hex[:8]}",
        model_version=model_version,
    )
    DeploymentRevision.objects.create(
        deployment=deployment, number=1, model_version=model_version, replicas=1, weight=100
    )
    DeploymentRevision.objects.create(
        deployment=deployment, number=100, model_version=model_version, replicas=1
    )
    call = StoredCall.objects.create(
        deployment=deployment,
        log_id=1,
        called_at=timezone.now(),
        reason=StoredCall.Reason.RANDOM,
        blob_id=package,
        num_bytes=1,
    )
    endpoint_key = EndpointKey.objects.create(
        deployment=deployment, name="k", prefix="k", sha256=uuid4().hex
    )
    DriftSettings.objects.create(deployment=deployment)
    window = DriftWindow.objects.create(
        deployment=deployment,
        revision=100,
        model_version=model_version,
        first_at=timezone.now(),
        last_at=timezone.now(),
        closed_at=timezone.now(),
        assessed_at=timezone.now(),
        verdict=DriftWindow.Verdict.SAME,
    )
    application = Application.objects.create(
        organisation=world.organisation,
        name="a",
        client_id=uuid4().hex[:32],
        secret_sha256="x",
    )
    token = IssuedToken.objects.create(
        deployment=deployment, expires_at=timezone.now() + timedelta(days=1)
    )
    study = Study.objects.create(
        project_id=world.project.id,
        number=1,
        name="s",
        task="image.classification",
        target="cloud_api",
        backbone="small_cnn",
        space={"parameters": [{"name": "mixup", "range": {"kind": "float", "low": 0, "high": 1}}]},
        sampler={"kind": "random"},
        pruner={"kind": "none"},
        primary_metric="accuracy",
        direction=Study.Direction.MAXIMIZE,
        max_trials=1,
        state=Study.State.FINISHED,
    )
    trial = Trial.objects.create(
        study=study,
        number=0,
        state=Trial.State.COMPLETE,
        score=0.9,
        finished_at=timezone.now(),
    )
    schedule = Schedule.objects.create(
        project_id=world.project.id,
        name="s",
        action="batch_prediction",
        arguments={},
        cron="0 6 * * *",
        time_zone="UTC",
    )
    return {
        "study_id": str(study.id),
        "schedule_id": str(schedule.id),
        "number": str(trial.number),
        "job_id": str(job.id),
        "run_id": str(run.id),
        "model_version_id": str(model_version.id),
        "batch_id": str(_predicted(world, model_version, job, package)),
        "deployment_id": str(deployment.id),
        "evaluation_id": str(_evaluated(world, model_version, version, job)),
        **_alerted(world, deployment),
        **_shared(deployment),
        **_load_tested(deployment, job),
        "call_id": str(call.id),
        "window_id": str(window.id),
        "endpoint_key_id": str(endpoint_key.id),
        "application_id": str(application.id),
        "token_id": str(token.id),
    }
