"""Labelling work that is handed out to people: whose it is, what they submitted, what became of it.

An *assignment* asks for a set of samples of one dataset. A *work item* is one sample for one of
the annotators who shall annotate it; an *item annotation* is what one person submits there. It is
kept apart from the dataset: its annotations are written when one of the item is accepted.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Part(models.TextChoices):
    """What somebody does in an assignment."""

    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"


class ItemState(models.TextChoices):
    """Where a work item stands; ``declined`` when another answer to its sample was taken."""

    OPEN = "open"
    HELD = "held"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    SKIPPED = "skipped"


class Act(models.TextChoices):
    """What happened to a work item."""

    CLAIMED = "claimed"
    RELEASED = "released"
    EXPIRED = "expired"
    SUBMITTED = "submitted"
    REOPENED = "reopened"
    SKIPPED = "skipped"
    HANDED_IN = "handed_in"
    RETURNED = "returned"
    ACCEPTED = "accepted"
    DECLINED = "declined"


class Assignment(models.Model):
    """Samples of a dataset that people shall label, and how.

    ``num_annotators`` people answer for each sample. ``starts_from_labels`` shows them what is said
    of it already. Where several answer, two answers count as equal from ``min_agreement`` on (0 to
    1), and what the majority says is taken; without ``needs_review`` only the rest is reviewed by
    reviewers. Every ``honeypot_every``-th item is a sample whose answer is known; 0 mixes none in.
    The counters are kept with each change of an item, so that no page counts rows.

    ``wanted`` and ``sample_ids`` (null for all that pass) say which samples are handed out. While
    it is ``making``, ``job`` adds its items and nobody can work on it.
    """

    class State(models.TextChoices):
        MAKING = "making"
        ACTIVE = "active"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    dataset = models.ForeignKey("datasets.Dataset", models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    instructions = models.TextField(blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    batch_size = models.PositiveSmallIntegerField()
    num_annotators = models.PositiveSmallIntegerField()
    needs_review = models.BooleanField()
    starts_from_labels = models.BooleanField()
    min_agreement = models.FloatField(default=0.8)
    honeypot_every = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.ACTIVE)
    num_samples = models.PositiveIntegerField(default=0)
    num_items = models.PositiveIntegerField(default=0)
    num_submitted = models.PositiveIntegerField(default=0)
    num_returned = models.PositiveIntegerField(default=0)
    num_accepted = models.PositiveIntegerField(default=0)
    num_declined = models.PositiveIntegerField(default=0)
    num_skipped = models.PositiveIntegerField(default=0)
    wanted = models.JSONField(default=dict)
    sample_ids = models.JSONField(null=True)
    job = models.ForeignKey("jobs.Job", models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("dataset", "-created_at", "-id")),)


class Participant(models.Model):
    """Somebody's part in an assignment."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="participants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    part = models.CharField(max_length=9, choices=Part.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("assignment", "user", "part"), name="one_part_once_per_person"
            ),
        )


class Honeypot(models.Model):
    """A sample whose answer is known, to be mixed in unseen."""

    id = models.BigAutoField(primary_key=True)
    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="honeypots")
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("assignment", "sample"), name="one_honeypot_once"),
        )


class WorkItem(models.Model):
    """One sample for one of the annotators who shall answer for it.

    ``slot`` counts those of one sample. ``annotator`` is set from claiming on, and taken off when
    the item goes back to the pool. ``score`` says how well the answer agrees with the one taken,
    from 0 to 1. A honeypot is made for one person when they meet it, and is in no counter.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="items")
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="+")
    position = models.PositiveIntegerField()
    slot = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=ItemState.choices, default=ItemState.OPEN)
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    hold_until = models.DateTimeField(null=True)
    is_honeypot = models.BooleanField(default=False)
    score = models.FloatField(null=True)
    changed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("assignment", "sample", "annotator"),
                condition=models.Q(annotator__isnull=False),
                name="one_answer_per_person_and_sample",
            ),
        )
        indexes = (
            models.Index(fields=("assignment", "state", "position", "slot")),
            models.Index(fields=("assignment", "annotator", "state")),
            # Claiming leaves out a sample of which somebody has another item.
            models.Index(fields=("sample", "assignment")),
            models.Index(
                fields=("hold_until",),
                condition=models.Q(state="held"),
                name="holds_by_expiry",
            ),
        )


class ItemAnnotation(models.Model):
    """What one person annotated at a work item; addresses and fields of the API call it answer.

    ``state`` has the form of ``backend.annotation.contracts.states.described``; null says "not
    annotated".
    ``version`` guards against two tabs of one person; 0 until something was saved.
    ``base_revision`` is the revision of the sample that they started from: what others said of the
    sample since then is never overwritten unasked. ``is_late`` marks one that was handed in
    after the item had gone to somebody else. ``seconds`` is the time spent on it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey(WorkItem, models.CASCADE, related_name="answers")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    state = models.JSONField(null=True)
    version = models.PositiveIntegerField(default=0)
    base_revision = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0)
    is_late = models.BooleanField(default=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("item", "author"), name="one_answer_per_item"),
        )


class Comment(models.Model):
    """What a reviewer wrote of an annotation, of one region by its key or of the whole sample.

    ``resolved_at`` is when the annotator handed it in again.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey(WorkItem, models.CASCADE, related_name="comments")
    region = models.CharField(max_length=64, blank=True)
    text = models.CharField(max_length=2000)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True)


class ItemAct(models.Model):
    """One step in the life of a work item: who did what, when.

    ``note`` is the reason of a skip; ``state`` the answer as it was then, where one was given.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey(WorkItem, models.CASCADE, related_name="acts")
    sample = models.ForeignKey("datasets.Sample", models.CASCADE, related_name="+")
    act = models.CharField(max_length=10, choices=Act.choices)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    note = models.CharField(max_length=500, blank=True)
    state = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("sample", "created_at")),)
