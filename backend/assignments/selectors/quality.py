"""How fast and how well people answer, and how far they agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import Avg, Count, Max, Q

from backend.assignments.agreement.documents import Document, agreement
from backend.assignments.agreement.kappa import cohen_kappa, fleiss_kappa
from backend.assignments.models import (
    Act,
    Assignment,
    ItemAct,
    ItemAnnotation,
    ItemState,
    Part,
    WorkItem,
)
from engine.catalog import TASKS

# Answers are compared pair by pair, so that a page looks at the latest samples only.
MAX_COMPARED = 2000
_DONE = (ItemState.SUBMITTED, ItemState.ACCEPTED, ItemState.DECLINED, ItemState.RETURNED)


@dataclass(frozen=True)
class AnnotatorNumbers:
    """One annotator's speed and quality; a mean of nothing is ``null``.

    ``num_decided`` counts accepted answers and those not chosen, ``num_returns`` how often an
    answer came back. ``mean_agreement`` is that with the answers taken, ``honeypot_score`` that
    with known samples.
    """

    person: Any
    num_handed_in: int
    num_accepted: int
    num_decided: int
    num_returns: int
    num_skipped: int
    median_seconds: float | None
    mean_agreement: float | None
    num_honeypots: int
    honeypot_score: float | None


@dataclass(frozen=True)
class PairAgreement:
    """How alike two annotators answer; Cohen's kappa where samples get one class."""

    one: Any
    other: Any
    num_samples: int
    agreement: float
    kappa: float | None


@dataclass(frozen=True)
class AssignmentStatistics:
    """Speed, quality and agreement; the latter over the last ``num_compared`` samples that several
    people answered for.

    ``agreement`` is the mean over all pairs of answers; ``kappa`` is Fleiss's, where samples get
    one class.
    """

    annotators: list[AnnotatorNumbers]
    pairs: list[PairAgreement]
    num_compared: int
    agreement: float | None
    kappa: float | None


def statistics_of(assignment: Assignment) -> AssignmentStatistics:
    """Return everybody's speed and quality, and how far they agree."""
    annotators = numbers_of(assignment)
    people = {one.person.id: one.person for one in annotators}
    answers = _compared(assignment, list(people))
    has_classes = (
        TASKS[assignment.dataset.task].annotation_card.is_classification
        and not assignment.dataset.multi_label
    )
    scores: dict[tuple[UUID, UUID], list[float]] = defaultdict(list)
    classes: dict[tuple[UUID, UUID], list[tuple[str, str]]] = defaultdict(list)
    for by_author in answers.values():
        for one, other in combinations(sorted(by_author, key=str), 2):
            scores[one, other].append(agreement(by_author[one], by_author[other]))
            classes[one, other].append((_class(by_author[one]), _class(by_author[other])))
    return AssignmentStatistics(
        annotators=annotators,
        pairs=[
            PairAgreement(
                one=people[one],
                other=people[other],
                num_samples=len(found),
                agreement=fmean(found),
                kappa=cohen_kappa(classes[one, other]) if has_classes else None,
            )
            for (one, other), found in scores.items()
        ],
        num_compared=len(answers),
        agreement=fmean([score for found in scores.values() for score in found])
        if scores
        else None,
        kappa=fleiss_kappa(
            [[_class(one) for one in by_author.values()] for by_author in answers.values()]
        )
        if has_classes
        else None,
    )


def numbers_of(assignment: Assignment) -> list[AnnotatorNumbers]:
    """Return the speed and quality of all who label in an assignment, or did."""
    mine = WorkItem.objects.filter(assignment=assignment, annotator__isnull=False)
    real = Q(is_honeypot=False)
    rows = {
        row["annotator_id"]: row
        for row in mine.values("annotator_id").annotate(
            handed_in=Count("id", filter=real & Q(state__in=_DONE)),
            accepted=Count("id", filter=real & Q(state=ItemState.ACCEPTED)),
            declined=Count("id", filter=real & Q(state=ItemState.DECLINED)),
            skipped=Count("id", filter=Q(state=ItemState.SKIPPED)),
            agreement=Avg("score", filter=real),
            honeypots=Count("id", filter=Q(is_honeypot=True, score__isnull=False)),
            honeypot_score=Avg("score", filter=Q(is_honeypot=True)),
        )
    }
    seconds = _seconds(assignment)
    returns = _returns(assignment)
    people: dict[UUID, Any] = {row.user.id: row.user for row in _annotators(assignment)}
    gone = [user_id for user_id in rows if user_id not in people]
    people |= get_user_model().objects.in_bulk(gone)
    none: dict[str, Any] = dict.fromkeys(
        ("handed_in", "accepted", "declined", "skipped", "honeypots"), 0
    )
    found = []
    for user_id, person in people.items():
        row: Any = rows.get(user_id, {**none, "agreement": None, "honeypot_score": None})
        found.append(
            AnnotatorNumbers(
                person=person,
                num_handed_in=row["handed_in"],
                num_accepted=row["accepted"],
                num_decided=row["accepted"] + row["declined"],
                num_returns=returns.get(user_id, 0),
                num_skipped=row["skipped"],
                median_seconds=median(seconds[user_id]) if user_id in seconds else None,
                mean_agreement=row["agreement"],
                num_honeypots=row["honeypots"],
                honeypot_score=row["honeypot_score"],
            )
        )
    return sorted(found, key=lambda one: (-one.num_handed_in, one.person.name))


def csv_rows(assignment: Assignment) -> Iterator[list[object]]:
    """Return the numbers of all annotators as rows of a table, the names of its columns first."""
    yield [
        "name",
        "handed_in",
        "accepted",
        "decided",
        "returned",
        "skipped",
        "median_seconds",
        "mean_agreement",
        "known_samples",
        "known_samples_agreement",
    ]
    for one in numbers_of(assignment):
        yield [
            one.person.name,
            one.num_handed_in,
            one.num_accepted,
            one.num_decided,
            one.num_returns,
            one.num_skipped,
            one.median_seconds,
            one.mean_agreement,
            one.num_honeypots,
            one.honeypot_score,
        ]


def _annotators(assignment: Assignment) -> Any:
    return assignment.participants.filter(part=Part.ANNOTATOR).select_related("user")


def _seconds(assignment: Assignment) -> dict[UUID, list[float]]:
    rows = ItemAnnotation.objects.filter(
        item__assignment=assignment, item__state__in=_DONE, version__gt=0, seconds__gt=0
    )
    found: dict[UUID, list[float]] = defaultdict(list)
    for author_id, seconds in rows.values_list("author_id", "seconds").iterator(10_000):
        found[author_id].append(seconds)
    return found


def _returns(assignment: Assignment) -> dict[UUID, int]:
    rows = ItemAct.objects.filter(item__assignment=assignment, act=Act.RETURNED)
    counted = rows.values_list("item__annotator_id").annotate(num=Count("id")).order_by()
    return {user_id: num for user_id, num in counted if user_id is not None}


def _compared(assignment: Assignment, people: list[UUID]) -> dict[UUID, dict[UUID, Document]]:
    """Return what each person said of the latest samples that several answered for."""
    if assignment.num_annotators < 2:
        return {}
    done = WorkItem.objects.filter(assignment=assignment, is_honeypot=False, state__in=_DONE)
    latest = (
        done.values("sample_id")
        .annotate(num=Count("id"), last=Max("changed_at"))
        .filter(num__gt=1)
        .order_by("-last")
        .values_list("sample_id", flat=True)[:MAX_COMPARED]
    )
    found: dict[UUID, dict[UUID, Document]] = defaultdict(dict)
    samples = list(latest)
    for start in range(0, len(samples), 500):
        rows = ItemAnnotation.objects.filter(
            item__in=done.filter(sample_id__in=samples[start : start + 500]),
            author_id__in=people,
            version__gt=0,
            is_late=False,
        ).select_related("item")
        for row in rows:
            if row.author_id == row.item.annotator_id:
                found[row.item.sample_id][row.author_id] = row.state
    return {sample_id: by_author for sample_id, by_author in found.items() if len(by_author) > 1}


def _class(document: Document) -> str:
    """Return the one class of an answer; to leave a sample without one is an answer too."""
    labels = document["labels"] if document is not None else []
    return str(labels[0]["id"]) if labels else ""
