"""Studies over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.db import connection
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.callers import watcher_of
from backend.api.negotiation import OneForm
from backend.api.schema import operation
from backend.api.streams import stream_response
from backend.api.views import View
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project
from backend.training.contracts.serializers import TrainingRunSerializer
from backend.training.selectors import get_view as get_run
from backend.tuning import serializers
from backend.tuning.models import Study
from backend.tuning.selectors import spaces, studies, trials
from backend.tuning.services import budgets, forks, scripts, winners
from backend.tuning.services import studies as writes
from backend.tuning.stream import study_stream


class StudyList(View):
    """The studies of a project."""

    @operation(
        "list_studies",
        query=serializers.StudyQuery,
        response=serializers.StudySerializer(many=True),
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> Response:
        """List studies, newest first."""
        query = self.query(serializers.StudyQuery)
        return self.page(
            studies.list_studies(caller=self.caller, **query),
            serializers.StudySerializer,
            complete=studies.views_of,
        )

    @operation(
        "create_study",
        body=serializers.StudyCreateSerializer,
        response=serializers.StudyDetailSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_project,
        named="project_id",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create a search study."""
        fields = self.body(serializers.StudyCreateSerializer)
        return studies.detail_of(writes.create_study(caller=self.caller, **fields))


class Searchable(View):
    """What can be searched."""

    @operation(
        "get_searchable_space",
        query=serializers.SearchableSpaceQuery,
        response=serializers.SearchableSpaceSerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request) -> object:
        """List the searchable settings of a project's task with their default ranges."""
        query = self.query(serializers.SearchableSpaceQuery)
        return spaces.searchable_space(caller=self.caller, **query)


class StudyDetail(View):
    """One study."""

    @operation(
        "get_study",
        response=serializers.StudyDetailSerializer,
        least=Role.VIEWER,
        about=studies.require_study,
    )
    def get(self, request: Request, study: Study) -> object:
        """Get a study with its progress and its active trials."""
        return studies.detail_of(study.id)

    @operation(
        "update_study",
        body=serializers.StudyUpdateSerializer,
        response=serializers.StudyDetailSerializer,
        least=Role.DEVELOPER,
        about=studies.require_study,
    )
    def patch(self, request: Request, study: Study) -> object:
        """Update the name of a study."""
        fields = self.body(serializers.StudyUpdateSerializer)
        writes.rename_study(caller=self.caller, study_id=study.id, **fields)
        return studies.detail_of(study.id)


class StudyStop(View):
    """Stop a study."""

    @operation(
        "stop_study",
        response=serializers.StudyDetailSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, study_id: UUID) -> object:
        """Stop a study and its active trials; the results stay."""
        budgets.stop_study(caller=self.caller, study_id=study_id)
        return studies.detail_of(study_id)


class StudyExtend(View):
    """Let a study go on."""

    @operation(
        "extend_study",
        body=serializers.StudyExtendSerializer,
        response=serializers.StudyDetailSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=studies.require_study,
    )
    def post(self, request: Request, study: Study) -> object:
        """Extend or change the limits of a study, also after its end."""
        fields = self.body(serializers.StudyExtendSerializer)
        budgets.extend_study(caller=self.caller, study_id=study.id, changes=fields)
        return studies.detail_of(study.id)


class StudyFork(View):
    """Begin a study where another is."""

    @operation(
        "fork_study",
        body=serializers.StudyForkSerializer,
        response=serializers.StudyDetailSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=studies.require_study,
    )
    def post(self, request: Request, study: Study) -> object:
        """Fork a study: start with the finished trials of this one."""
        fields = self.body(serializers.StudyForkSerializer)
        return studies.detail_of(
            forks.fork_study(caller=self.caller, study_id=study.id, changes=fields)
        )


class TrialList(View):
    """The trials of a study."""

    @operation(
        "list_trials",
        query=serializers.TrialQuery,
        response=serializers.TrialSerializer(many=True),
        least=Role.VIEWER,
        about=studies.require_study,
    )
    def get(self, request: Request, study: Study) -> Response:
        """List trials, by number or score."""
        query = self.query(serializers.TrialQuery)
        return self.page(
            trials.list_trials(study=study, state=query.get("state")),
            serializers.TrialSerializer,
            ordering=trials.ORDERS[query["order"]],
            complete=lambda rows: trials.views_of(rows, study),
        )


class TrialDetail(View):
    """One trial."""

    @operation(
        "get_trial",
        response=serializers.TrialWithLineSerializer,
        least=Role.VIEWER,
        about=studies.require_study,
    )
    def get(self, request: Request, study: Study, number: int) -> object:
        """Get a trial with its curve and its parent."""
        trial = trials.require_trial(study=study, number=number)
        return trials.story_of(trial, study)


class TrialModelVersion(View):
    """A model version of a trial."""

    @operation(
        "create_trial_model_version",
        response=serializers.StudyModelVersionSerializer,
        status=201,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, study_id: UUID, number: int) -> object:
        """Create a model version from the best trial."""
        version_id = winners.keep_model(caller=self.caller, study_id=study_id, number=number)
        return {"model_version_id": version_id}


class TrialTrain(View):
    """A training run of a trial's settings."""

    @operation(
        "train_trial",
        body=serializers.TrialTrainSerializer,
        response=TrainingRunSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=studies.require_study,
    )
    def post(self, request: Request, study: Study, number: int) -> object:
        """Train with the settings of a trial on all data."""
        fields = self.body(serializers.TrialTrainSerializer)
        run_id = winners.train_in_full(
            caller=self.caller, study_id=study.id, number=number, **fields
        )
        return get_run(run_id=run_id)


class ScriptedStudyList(View):
    """Studies whose trials are run by scripts of people."""

    @operation(
        "create_scripted_study",
        body=serializers.ScriptedStudyCreateSerializer,
        response=serializers.StudyDetailSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_project,
        named="project_id",
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create a study for scripts, which ask for its trials."""
        fields = self.body(serializers.ScriptedStudyCreateSerializer)
        study_id = scripts.create_scripted_study(caller=self.caller, **fields)
        return studies.detail_of(study_id)


class TrialAsk(View):
    """The next trial for a script."""

    @operation(
        "ask_trial",
        response=serializers.AskedTrialSerializer,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, study_id: UUID) -> object:
        """Ask for the next waiting trial; repeat in a second while there is none."""
        asked = scripts.ask(caller=self.caller, study_id=study_id)
        trial = asked.trial
        return {
            "trial": trials.views_of([trial], trial.study)[0] if trial else None,
            "lease": asked.lease,
            "lease_seconds": scripts.LEASE.total_seconds(),
            "is_over": asked.is_over,
        }


class TrialReport(View):
    """What a script measured on the way."""

    @operation(
        "report_trial",
        body=serializers.TrialReportSerializer,
        response=serializers.TrialReportedSerializer,
        least=Role.DEVELOPER,
        about=studies.require_study,
    )
    def post(self, request: Request, study: Study, number: int) -> object:
        """Report a score of a trial and renew its lease."""
        fields = self.body(serializers.TrialReportSerializer)
        should_stop = scripts.report(caller=self.caller, study_id=study.id, number=number, **fields)
        return {"should_stop": should_stop}


class TrialFinish(View):
    """The end of a trial that a script runs."""

    @operation(
        "finish_trial",
        body=serializers.TrialFinishSerializer,
        response=serializers.TrialDetailSerializer,
        least=Role.DEVELOPER,
        about=studies.require_study,
    )
    def post(self, request: Request, study: Study, number: int) -> object:
        """Finish a trial with its score, or with the reason why it has none."""
        fields = self.body(serializers.TrialFinishSerializer)
        caller = self.caller
        scripts.finish(caller=caller, study_id=study.id, number=number, **fields)
        study = studies.require_study(caller=caller, study_id=study.id)
        trial = trials.require_trial(study=study, number=number)
        return trials.views_of([trial], study)[0]


class StudyStream(View):
    """A study as it goes on."""

    content_negotiation_class = OneForm

    @operation(
        "stream_study",
        header="Last-Event-ID",
        response={"text/event-stream": OpenApiTypes.STR},
        least=Role.VIEWER,
        about=studies.require_study,
    )
    def get(self, request: Request, study: Study) -> HttpResponseBase:
        """Stream ``study`` and ``trial`` events; each ``trial`` carries its curve.

        The id of an event is the study's revision: a stream that is resumed with
        ``Last-Event-ID`` begins with what has changed since. It ends with the study.
        """
        last = request.headers.get("Last-Event-ID", "")
        known = int(last) if last.isascii() and last.isdigit() and len(last) < 19 else -1
        connection.close()
        watcher = watcher_of(request, organisation_id=study.project.organisation_id)
        return stream_response(
            request, study_stream(study_id=study.id, after=known, watcher=watcher)
        )
