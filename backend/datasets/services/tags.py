"""Tag samples, and take tags off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict
from backend.datasets.models import Dataset, Sample, SampleTag, Tag
from backend.datasets.selectors.tags import tag_of
from backend.datasets.services.counters import lock_dataset
from backend.datasets.services.datasets import record

MAX_TAGS = 1000


@transaction.atomic
def tag_named(*, dataset: Dataset, name: str, created_by: Caller) -> Tag:
    """Return the dataset's tag of a name, making it when there is none.

    Raises:
        Conflict: when the dataset has as many tags as it may.
    """
    lock_dataset(dataset.id)
    tag = Tag.objects.filter(dataset=dataset, name=name).first()
    if tag is not None:
        return tag
    if Tag.objects.filter(dataset=dataset).count() >= MAX_TAGS:
        raise Conflict(
            f"A dataset has at most {MAX_TAGS} tags. Delete one that is no longer used.",
            code="too_many_tags",
            maximum=MAX_TAGS,
        )
    record(dataset, created_by, "tag.created", tag=name)
    return Tag.objects.create(dataset=dataset, name=name)


@transaction.atomic
def rename_tag(*, dataset: Dataset, tag: Tag, name: str, renamed_by: Caller) -> None:
    """Give a tag another name.

    Raises:
        Conflict: when the name is taken.
        NotFound: when somebody deleted it meanwhile.
    """
    tag = _locked(dataset.id, tag)
    if Tag.objects.filter(dataset=dataset, name=name).exclude(id=tag.id).exists():
        raise Conflict(
            f"The dataset has a tag '{name}' already. Choose another name.",
            code="tag_exists",
            name=name,
        )
    record(dataset, renamed_by, "tag.renamed", tag=name, before=tag.name)
    Tag.objects.filter(id=tag.id).update(name=name)


@transaction.atomic
def delete_tag(*, dataset: Dataset, tag: Tag, deleted_by: Caller) -> None:
    """Delete a tag and remove it from all samples.

    Raises:
        NotFound: when somebody deleted it meanwhile.
    """
    tag = _locked(dataset.id, tag)
    record(dataset, deleted_by, "tag.deleted", tag=tag.name, num_samples=tag.num_samples)
    tag.delete()


@transaction.atomic
def put_tag(dataset_id: UUID, sample_ids: Collection[UUID], tag_id: UUID) -> int:
    """Tag samples; return how many did not have the tag. One deleted meanwhile is put on none."""
    lock_dataset(dataset_id)
    if not Tag.objects.filter(dataset_id=dataset_id, id=tag_id).exists():
        return 0
    rows = Sample.objects.filter(dataset_id=dataset_id, id__in=sample_ids, trashed_at=None)
    has = SampleTag.objects.filter(tag_id=tag_id, sample_id__in=sample_ids)
    wanted = set(rows.values_list("id", flat=True)) - set(has.values_list("sample_id", flat=True))
    SampleTag.objects.bulk_create(
        [SampleTag(tag_id=tag_id, sample_id=sample_id) for sample_id in sorted(wanted)],
        batch_size=1000,
    )
    Tag.objects.filter(id=tag_id).update(num_samples=F("num_samples") + len(wanted))
    return len(wanted)


@transaction.atomic
def take_tag(dataset_id: UUID, sample_ids: Collection[UUID], tag_id: UUID) -> int:
    """Take a tag off samples; return how many had it."""
    lock_dataset(dataset_id)
    rows = SampleTag.objects.filter(
        tag_id=tag_id, sample_id__in=sample_ids, sample__trashed_at=None
    )
    taken, _ = SampleTag.objects.filter(id__in=list(rows.values_list("id", flat=True))).delete()
    Tag.objects.filter(id=tag_id).update(num_samples=F("num_samples") - taken)
    return taken


def _locked(dataset_id: UUID, tag: Tag) -> Tag:
    """Lock a dataset and return its tag as it is now.

    Raises:
        NotFound: ``tag_not_found`` when somebody deleted it before the lock was ours.
    """
    lock_dataset(dataset_id)
    return tag_of(dataset_id=dataset_id, tag_id=tag.id)


def count_moved(sample_ids: Collection[UUID], *, direction: int) -> None:
    """Keep the counters of tags when samples of a locked dataset enter or leave the trash."""
    rows = SampleTag.objects.filter(sample_id__in=sample_ids).values("tag_id")
    nums: Counter[UUID] = Counter(
        dict(rows.annotate(num=Count("id")).order_by().values_list("tag_id", "num"))
    )
    for tag_id, num in nums.items():
        Tag.objects.filter(id=tag_id).update(num_samples=F("num_samples") + direction * num)
