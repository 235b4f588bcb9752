"""Studies over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import connection
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from backend.accounts.contracts import Role
from backend.api.authentication import caller_of, watcher_of
from backend.api.negotiation import OneForm
from backend.api.pagination import Cursor
from backend.api.streams import stream_answer
from backend.training.selectors import get_view as get_run
from backend.training.serializers import TrainingRunSerializer
from backend.tuning import serializers
from backend.tuning.selectors import spaces, studies, trials
from backend.tuning.services import budgets, forks, scripts, winners
from backend.tuning.services import studies as writes
from backend.tuning.stream import study_stream


class StudyList(APIView):
    """The studies of a project."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_studies",
        parameters=[serializers.StudyQuery],
        responses=serializers.StudySerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """List studies, newest first."""
        query = serializers.StudyQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        pages = self.pagination_class()
        rows = studies.list_studies(caller=caller_of(request), **query.validated_data)
        page = studies.views_of(pages.paginate_queryset(rows, request, view=self) or [])
        return pages.get_paginated_response(serializers.StudySerializer(page, many=True).data)

    @extend_schema(
        operation_id="create_study",
        request=serializers.StudyCreateSerializer,
        responses={202: serializers.StudyDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a search study."""
        body = serializers.StudyCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return _accepted(writes.create_study(caller=caller_of(request), **body.validated_data))


class Searchable(APIView):
    """What can be searched."""

    @extend_schema(
        operation_id="get_searchable_space",
        parameters=[serializers.SearchableSpaceQuery],
        responses=serializers.SearchableSpaceSerializer,
    )
    def get(self, request: Request) -> Response:
        """List the searchable settings of a project's task with their default ranges."""
        query = serializers.SearchableSpaceQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = spaces.searchable_space(caller=caller_of(request), **query.validated_data)
        return Response(serializers.SearchableSpaceSerializer(found).data)


class StudyDetail(APIView):
    """One study."""

    @extend_schema(operation_id="get_study", responses=serializers.StudyDetailSerializer)
    def get(self, request: Request, study_id: UUID) -> Response:
        """Get a study with its progress and its active trials."""
        study = studies.require_study(caller=caller_of(request), study_id=study_id)
        return Response(_detail(study.id))

    @extend_schema(
        operation_id="update_study",
        request=serializers.StudyUpdateSerializer,
        responses=serializers.StudyDetailSerializer,
    )
    def patch(self, request: Request, study_id: UUID) -> Response:
        """Update the name of a study."""
        _require_writer(request, study_id)
        body = serializers.StudyUpdateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        writes.rename_study(caller=caller_of(request), study_id=study_id, **body.validated_data)
        return Response(_detail(study_id))


class StudyStop(APIView):
    """Stop a study."""

    @extend_schema(
        operation_id="stop_study",
        request=None,
        responses={202: serializers.StudyDetailSerializer},
    )
    def post(self, request: Request, study_id: UUID) -> Response:
        """Stop a study and its active trials; the results stay."""
        budgets.stop_study(caller=caller_of(request), study_id=study_id)
        return _accepted(study_id)


class StudyExtend(APIView):
    """Let a study go on."""

    @extend_schema(
        operation_id="extend_study",
        request=serializers.StudyExtendSerializer,
        responses={202: serializers.StudyDetailSerializer},
    )
    def post(self, request: Request, study_id: UUID) -> Response:
        """Extend or change the limits of a study, also after its end."""
        _require_writer(request, study_id)
        body = serializers.StudyExtendSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        budgets.extend_study(
            caller=caller_of(request), study_id=study_id, changes=body.validated_data
        )
        return _accepted(study_id)


class StudyFork(APIView):
    """Begin a study where another is."""

    @extend_schema(
        operation_id="fork_study",
        request=serializers.StudyForkSerializer,
        responses={202: serializers.StudyDetailSerializer},
    )
    def post(self, request: Request, study_id: UUID) -> Response:
        """Fork a study: start with the finished trials of this one."""
        _require_writer(request, study_id)
        body = serializers.StudyForkSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        return _accepted(
            forks.fork_study(
                caller=caller_of(request), study_id=study_id, changes=body.validated_data
            )
        )


class TrialList(APIView):
    """The trials of a study."""

    pagination_class = Cursor

    @extend_schema(
        operation_id="list_trials",
        parameters=[serializers.TrialQuery],
        responses=serializers.TrialSerializer(many=True),
    )
    def get(self, request: Request, study_id: UUID) -> Response:
        """List trials, by number or score."""
        query = serializers.TrialQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        study = studies.require_study(caller=caller_of(request), study_id=study_id)
        order = query.validated_data["order"]
        pages = self.pagination_class()
        pages.ordering = trials.ORDERS[order]
        rows = trials.list_trials(study=study, state=query.validated_data.get("state"))
        page = trials.views_of(pages.paginate_queryset(rows, request, view=self) or [], study)
        return pages.get_paginated_response(serializers.TrialSerializer(page, many=True).data)


class TrialDetail(APIView):
    """One trial."""

    @extend_schema(operation_id="get_trial", responses=serializers.TrialWithLineSerializer)
    def get(self, request: Request, study_id: UUID, number: int) -> Response:
        """Get a trial with its curve and its parent."""
        study = studies.require_study(caller=caller_of(request), study_id=study_id)
        trial = trials.require_trial(study=study, number=number)
        shown = trials.story_of(trial, study)
        return Response(serializers.TrialWithLineSerializer(shown).data)


class TrialModelVersion(APIView):
    """A model version of a trial."""

    @extend_schema(
        operation_id="keep_trial_model",
        request=None,
        responses={201: serializers.StudyModelVersionSerializer},
    )
    def post(self, request: Request, study_id: UUID, number: int) -> Response:
        """Create a model version from the best trial."""
        version_id = winners.keep_model(caller=caller_of(request), study_id=study_id, number=number)
        shown = serializers.StudyModelVersionSerializer({"model_version_id": version_id})
        return Response(shown.data, status=201)


class TrialTrain(APIView):
    """A training run of a trial's settings."""

    @extend_schema(
        operation_id="train_trial",
        request=serializers.TrialTrainSerializer,
        responses={202: TrainingRunSerializer},
    )
    def post(self, request: Request, study_id: UUID, number: int) -> Response:
        """Train with the settings of a trial on all data."""
        _require_writer(request, study_id)
        body = serializers.TrialTrainSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        run_id = winners.train_in_full(
            caller=caller_of(request), study_id=study_id, number=number, **body.validated_data
        )
        return Response(TrainingRunSerializer(get_run(run_id=run_id)).data, status=202)


class ScriptedStudyList(APIView):
    """Studies whose trials are run by scripts of people."""

    @extend_schema(
        operation_id="create_scripted_study",
        request=serializers.ScriptedStudyCreateSerializer,
        responses={202: serializers.StudyDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a study for scripts, which ask for its trials."""
        body = serializers.ScriptedStudyCreateSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        study_id = scripts.create_scripted_study(caller=caller_of(request), **body.validated_data)
        return _accepted(study_id)


class TrialAsk(APIView):
    """The next trial for a script."""

    @extend_schema(
        operation_id="ask_trial", request=None, responses=serializers.AskedTrialSerializer
    )
    def post(self, request: Request, study_id: UUID) -> Response:
        """Ask for the next waiting trial; repeat in a second while there is none."""
        asked = scripts.ask(caller=caller_of(request), study_id=study_id)
        trial = asked.trial
        shown = {
            "trial": trials.views_of([trial], trial.study)[0] if trial else None,
            "lease": asked.lease,
            "lease_seconds": scripts.LEASE.total_seconds(),
            "is_over": asked.is_over,
        }
        return Response(serializers.AskedTrialSerializer(shown).data)


class TrialReport(APIView):
    """What a script measured on the way."""

    @extend_schema(
        operation_id="report_trial",
        request=serializers.TrialReportSerializer,
        responses=serializers.TrialReportedSerializer,
    )
    def post(self, request: Request, study_id: UUID, number: int) -> Response:
        """Report a score of a trial and renew its lease."""
        _require_writer(request, study_id)
        body = serializers.TrialReportSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        should_stop = scripts.report(
            caller=caller_of(request), study_id=study_id, number=number, **body.validated_data
        )
        shown = serializers.TrialReportedSerializer({"should_stop": should_stop})
        return Response(shown.data)


class TrialFinish(APIView):
    """The end of a trial that a script runs."""

    @extend_schema(
        operation_id="finish_trial",
        request=serializers.TrialFinishSerializer,
        responses=serializers.TrialDetailSerializer,
    )
    def post(self, request: Request, study_id: UUID, number: int) -> Response:
        """Finish a trial with its score, or with the reason why it has none."""
        _require_writer(request, study_id)
        body = serializers.TrialFinishSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        caller = caller_of(request)
        scripts.finish(caller=caller, study_id=study_id, number=number, **body.validated_data)
        study = studies.require_study(caller=caller, study_id=study_id)
        trial = trials.require_trial(study=study, number=number)
        return Response(serializers.TrialDetailSerializer(trials.views_of([trial], study)[0]).data)


class StudyStream(APIView):
    """A study as it goes on."""

    content_negotiation_class = OneForm

    @extend_schema(
        operation_id="stream_study",
        parameters=[
            OpenApiParameter("Last-Event-ID", OpenApiTypes.STR, OpenApiParameter.HEADER),
        ],
        responses={(200, "text/event-stream"): OpenApiTypes.STR},
    )
    def get(self, request: Request, study_id: UUID) -> HttpResponseBase:
        """Stream ``study`` and ``trial`` events; each ``trial`` carries its curve.

        The id of an event is the study's revision: a stream that is resumed with
        ``Last-Event-ID`` begins with what has changed since. It ends with the study.
        """
        study = studies.require_study(caller=caller_of(request), study_id=study_id)
        last = request.headers.get("Last-Event-ID", "")
        known = int(last) if last.isascii() and last.isdigit() and len(last) < 19 else -1
        connection.close()
        watcher = watcher_of(request, organisation_id=study.project.organisation_id)
        return stream_answer(request, study_stream(study_id=study.id, after=known, watcher=watcher))


def _detail(study_id: UUID) -> Any:
    return serializers.StudyDetailSerializer(studies.detail_of(study_id)).data


def _require_writer(request: Request, study_id: UUID) -> None:
    """Have what one may do decided before a body is read: it tells nobody else of the study."""
    studies.require_study(caller=caller_of(request), study_id=study_id, minimum=Role.DEVELOPER)


def _accepted(study_id: UUID) -> Response:
    return Response(_detail(study_id), status=202)
