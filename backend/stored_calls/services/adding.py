"""Stored calls become samples of a dataset: the next version learns from them."""

from __future__ import annotations

import csv
import io
import json
import mimetypes
from collections.abc import Collection, Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller, Role
from backend.annotation.contracts.imported import Given
from backend.api.errors import Conflict, Invalid
from backend.datasets.contracts import SampleFilter
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.tables import table_of
from backend.datasets.services import counters
from backend.datasets.services.importing.ingestion import Incoming, Outcome, ingest
from backend.datasets.services.importing.sessions import close_import, open_import
from backend.datasets.services.tags import put_tag, tag_named
from backend.deployments.contracts import StoringEndpoint
from backend.deployments.services import acts
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.stored_calls.contracts import AddedCalls, RefusedCall
from backend.stored_calls.models import StoredCall
from backend.suggestions.services.runs import start_suggesting
from engine.catalog import TASKS, Media

MAX_CALLS = 500
_BATCH_BYTES = 64 * 2**20
_BATCH_FILES = 64
_MAX_TAG = 60
_SUFFIXES = {Media.TEXT: ".txt", Media.TEXT_PAIR: ".json"}
_FILES = frozenset({Media.IMAGE, Media.AUDIO, Media.VIDEO})


def add_to_dataset(
    *,
    endpoint: StoringEndpoint,
    caller: Caller,
    call_ids: Collection[UUID],
    dataset_id: UUID,
    suggests: bool = True,
    answer_column: str | None = None,
) -> AddedCalls:
    """Make samples of stored calls, with a tag that says where they come from.

    What callers said was right becomes the annotation, as far as the dataset has the labels. For
    the others the model suggests one, to be corrected in the labelling tool. Rows of tables become
    one new table.

    Args:
        endpoint: whose calls.
        caller: who asks; at least a developer.
        call_ids: the calls.
        dataset_id: which dataset of the same project.
        suggests: whether the model that answers now suggests annotations.
        answer_column: of tables, where the right answer of each row is to stand; calls without one
            are refused then.

    Raises:
        NotFound: when there is no such dataset for the caller.
        Invalid: ``model_of_other_media``, ``project_differs`` or ``answer_column_unknown``.
        Unavailable: ``disk_full``; what was added until then stays.
    """
    dataset = require_dataset(caller=caller, dataset_id=dataset_id, minimum=Role.DEVELOPER)
    _require_fitting(endpoint, dataset)
    rows = list(
        StoredCall.objects.filter(deployment_id=endpoint.id, id__in=list(call_ids))
        .select_related("blob", "sample")
        .order_by("called_at", "id")
    )
    labels = frozenset(counters.label_names(dataset.id).values())
    refused = [
        RefusedCall(call_id, "stored_call_not_found", "The endpoint has no such stored call.")
        for call_id in {*call_ids} - {row.id for row in rows}
    ]
    num_known = 0
    if TASKS[dataset.task].media is Media.TABLE:
        _require_column(dataset, answer_column)
        # Rows are no files, which are found again by what they hold.
        rows, num_known = _new_rows(rows, dataset.id)
    session = open_import(dataset=dataset, format=TASKS[dataset.task].formats[0], created_by=caller)
    outcomes: list[tuple[Outcome, list[StoredCall], bool]] = []
    for batch in _batches(_incoming(rows, endpoint, labels, answer_column, refused)):
        files = [file for file, _ in batch]
        found = ingest(session=session, files=files, added_by_id=caller.user_id)
        for outcome, (file, calls) in zip(found, batch, strict=True):
            outcomes.append((outcome, calls, file.given is not None))
            if outcome.sample_id is None:
                refused += [
                    RefusedCall(one.id, outcome.code or "", outcome.message or "") for one in calls
                ]
    close_import(session=session, closed_by=caller)
    tag_id = _note(endpoint, dataset, caller, outcomes)
    return AddedCalls(
        dataset_id=dataset.id,
        tag_id=tag_id,
        num_added=_num_calls(outcomes, {"added", "restored"}),
        num_known=num_known + _num_calls(outcomes, {"duplicate"}),
        num_labelled=sum(len(calls) for outcome, calls, given in outcomes if given),
        refused=refused,
        job_id=(
            _suggest(endpoint, dataset, caller, tag_id)
            if suggests and tag_id and any(not given for _, _, given in outcomes)
            else None
        ),
    )


def _require_column(dataset: Any, answer_column: str | None) -> None:
    """Refuse a column that the tables of a dataset do not have, as far as it has any.

    Raises:
        Invalid: ``answer_column_unknown``.
    """
    if answer_column is None or dataset.num_samples == 0:
        return
    known = [column.name for column in table_of(dataset=dataset).columns]
    if answer_column not in known:
        raise Invalid(
            f"The table has no column '{answer_column}'. Choose one of: {', '.join(known)}.",
            code="answer_column_unknown",
            column=answer_column,
            known=", ".join(known),
        )


def _new_rows(rows: Sequence[StoredCall], dataset_id: UUID) -> tuple[list[StoredCall], int]:
    """Return the calls that are in no table of a dataset yet, and how many are."""
    known = {row.id for row in rows if row.sample and row.sample.dataset_id == dataset_id}
    return [row for row in rows if row.id not in known], len(known)


def _require_fitting(endpoint: StoringEndpoint, dataset: Any) -> None:
    """Refuse a dataset of other things, or of another project.

    Raises:
        Invalid: ``project_differs`` or ``model_of_other_media``.
    """
    if dataset.project_id != endpoint.project_id:
        raise Invalid(
            "The dataset belongs to another project. Choose one of this project.",
            code="project_differs",
        )
    given, wanted = TASKS[endpoint.task].media, TASKS[dataset.task].media
    if given != wanted:
        raise Invalid(
            f"The calls bring '{given}', and the dataset holds '{wanted}'. Choose another one.",
            code="model_of_other_media",
            media=str(wanted),
            expected=str(given),
        )


def _incoming(
    rows: Sequence[StoredCall],
    endpoint: StoringEndpoint,
    labels: frozenset[str],
    answer_column: str | None,
    refused: list[RefusedCall],
) -> Iterator[tuple[Incoming, list[StoredCall]]]:
    """Yield files to take in, each with the calls that it holds."""
    media = TASKS[endpoint.task].media
    if media is Media.TABLE:
        yield from _table(rows, answer_column, refused)
        return
    for row in rows:
        content = _content(row, media)
        if content is None:
            refused.append(
                RefusedCall(row.id, "call_without_input", "The call has no input of this kind.")
            )
        else:
            name = f"call-{row.log_id}{_suffix(row, media)}"
            yield Incoming(name, content, given=_given(row, labels)), [row]


def _content(row: StoredCall, media: Media) -> bytes | None:
    if media in _FILES:
        if row.blob_id is None:
            return None
        with store().open(key_of(row.blob_id)) as file:
            content: bytes = file.read()
        return content
    if media is Media.TEXT:
        return row.values["text"].encode() if "text" in row.values else None
    pair = {name: row.values.get(name) for name in ("text1", "text2")}
    return json.dumps(pair, ensure_ascii=False).encode() if all(pair.values()) else None


def _suffix(row: StoredCall, media: Media) -> str:
    if row.blob is not None:
        return mimetypes.guess_extension(row.blob.media_type) or ""
    return _SUFFIXES.get(media, "")


def _given(row: StoredCall, known: frozenset[str]) -> Given | None:
    """Return what its caller said was right, where the dataset has such a label."""
    truth = row.truth or {}
    if truth.get("value") is not None:
        return Given(value=truth["value"])
    if truth.get("text") is not None:
        return Given(texts=(truth["text"],))
    names = truth.get("labels") or ()
    return Given(labels=tuple(names)) if names and known.issuperset(names) else None


def _table(
    rows: Sequence[StoredCall], answer_column: str | None, refused: list[RefusedCall]
) -> Iterator[tuple[Incoming, list[StoredCall]]]:
    """Yield one table of the rows of all calls."""
    written: list[dict[str, Any]] = []
    taken: list[StoredCall] = []
    for call in rows:
        found = call.values.get("data")
        given = [found] if isinstance(found, dict) else found
        if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
            refused.append(
                RefusedCall(call.id, "call_without_input", "The call has no rows by name.")
            )
            continue
        if answer_column is not None:
            answers = _answers(call, len(given))
            if answers is None:
                refused.append(
                    RefusedCall(
                        call.id,
                        "call_without_answer",
                        "What was right of each row is not known.",
                    )
                )
                continue
            given = [
                {**one, answer_column: answer} for one, answer in zip(given, answers, strict=True)
            ]
        written += given
        taken.append(call)
    if not written:
        return
    columns = list(dict.fromkeys(name for row in written for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(written)
    name = f"calls-{timezone.now():%Y-%m-%d-%H%M%S}.csv"
    yield Incoming(name, text.getvalue().encode()), taken


def _answers(call: StoredCall, num_rows: int) -> list[Any] | None:
    """Return what was right of each row, ``None`` when that is not known of all."""
    truth = call.truth or {}
    if truth.get("value") is not None and num_rows == 1:
        return [truth["value"]]
    labels = truth.get("labels")
    return list(labels) if labels is not None and len(labels) == num_rows else None


def _batches(
    files: Iterator[tuple[Incoming, list[StoredCall]]],
) -> Iterator[list[tuple[Incoming, list[StoredCall]]]]:
    """Yield files in batches that fit in memory."""
    batch: list[tuple[Incoming, list[StoredCall]]] = []
    num_bytes = 0
    for one in files:
        content = one[0].content
        assert isinstance(content, bytes)
        batch.append(one)
        num_bytes += len(content)
        if num_bytes > _BATCH_BYTES or len(batch) == _BATCH_FILES:
            yield batch
            batch, num_bytes = [], 0
    if batch:
        yield batch


@transaction.atomic
def _note(
    endpoint: StoringEndpoint,
    dataset: Any,
    caller: Caller,
    outcomes: Sequence[tuple[Outcome, list[StoredCall], bool]],
) -> UUID | None:
    """Tag the samples and write down which call became which; return the tag."""
    now = timezone.now()
    samples = [outcome.sample_id for outcome, _, _ in outcomes if outcome.sample_id is not None]
    if not samples:
        return None
    tag = tag_named(dataset=dataset, name=endpoint.name[:_MAX_TAG], created_by=caller)
    put_tag(dataset.id, samples, tag.id)
    for outcome, calls, _ in outcomes:
        if outcome.sample_id is not None:
            StoredCall.objects.filter(id__in=[one.id for one in calls]).update(
                sample_id=outcome.sample_id, added_at=now
            )
    acts.record_of(
        endpoint.id,
        "stored_calls.added",
        actor_id=caller.user_id,
        dataset=dataset.name,
        num_calls=str(sum(len(calls) for _, calls, _ in outcomes)),
    )
    return tag.id


def _suggest(endpoint: StoringEndpoint, dataset: Any, caller: Caller, tag_id: UUID) -> UUID | None:
    """Have the model that answers now suggest annotations; ``None`` where it cannot."""
    try:
        run = start_suggesting(
            caller=caller,
            dataset_id=dataset.id,
            model_version_id=endpoint.model_version_id,
            wanted=SampleFilter(tag=(tag_id,), unlabelled=True),
        )
    except (Invalid, Conflict):
        return None
    job_id: UUID | None = run.job_id
    return job_id


def _num_calls(
    outcomes: Sequence[tuple[Outcome, list[StoredCall], bool]], kinds: Collection[str]
) -> int:
    return sum(len(calls) for outcome, calls, _ in outcomes if outcome.outcome in kinds)
