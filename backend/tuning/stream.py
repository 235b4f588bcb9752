"""The live stream of one study as server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Hashable
from uuid import UUID

import orjson
from django.db import close_old_connections

from backend.accounts.contracts import Role, Watcher
from backend.accounts.selectors import still_admitted
from backend.api.streams import News, watch
from backend.tuning.models import Study
from backend.tuning.selectors import studies, trials
from backend.tuning.serializers import StudySerializer, TrialDetailSerializer

MAX_TRIALS_PER_POLL = 200


class StudySource:
    """A study and its trials, by the revision in which each changed last."""

    def __init__(self, study_id: UUID) -> None:
        self.key: Hashable = ("study", study_id)
        self._study_id = study_id

    def read(self, after: int) -> News:
        """Read the study first: a trial that changes meanwhile is found again by the next poll."""
        try:
            rows = Study.objects.select_related("created_by").filter(
                id=self._study_id, project__trashed_at=None
            )
            study = rows.first()
            if study is None:
                return News(b"", after, is_over=True)
            is_over = study.state != Study.State.RUNNING and not trials.active_trials(study)
            if study.revision <= after:
                return News(b"", after, is_over=is_over)
            changed = trials.changed_trials(study=study, after=after, limit=MAX_TRIALS_PER_POLL)
            messages = b"".join(
                _message("trial", TrialDetailSerializer(view).data, view.revision)
                for view in trials.views_of(changed, study)
            )
            if len(changed) == MAX_TRIALS_PER_POLL:
                return News(messages, changed[-1].revision, has_more=True)
            shown = StudySerializer(studies.views_of([study])[0]).data
            messages += _message("study", shown, study.revision)
            return News(messages, study.revision, is_over=is_over)
        finally:
            close_old_connections()

    def admitted(self, watchers: set[Watcher]) -> set[Watcher]:
        """Return those who may still see the project."""
        return still_admitted(watchers, minimum=Role.VIEWER)


def study_stream(
    *, study_id: UUID, after: int, watcher: Watcher | None = None
) -> AsyncGenerator[bytes, None]:
    """Yield the study and its trials as they change after a revision, until all has ended."""
    return watch(StudySource(study_id), after=after, watcher=watcher)


def _message(kind: str, data: object, revision: int) -> bytes:
    body = orjson.dumps(data, default=str)
    return f"id: {revision}\nevent: {kind}\n".encode() + b"data: " + body + b"\n\n"
