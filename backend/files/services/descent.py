"""Delete a row and all that hangs on it, and the files that nothing else refers to, bit by bit."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from django.db import IntegrityError, models, transaction
from django.db.models.fields.reverse_related import ForeignObjectRel

from backend.files.models import Blob
from backend.files.services.blobs import delete_unused

# As many as are gone in a few hundredths of a second: so long others wait on SQLite.
BATCH = 200
_MAX_TRIES = 5
_BREATH_SECONDS = 0.01


class Count(Protocol):
    """Counts what is deleted, in the transaction that deletes it."""

    def __call__(self, model: type[models.Model], num: int, num_bytes: int) -> None:
        """Add rows of a model, and the bytes of files that went with them."""


def delete_dependents(row: models.Model, count: Count) -> Iterator[None]:
    """Delete all that hangs on a row, from the leaves on, but not the row; safe to repeat.

    What the database would refuse to leave behind goes too; what merely names something of it
    forgets the name. Each batch is a transaction of its own with its files, so that whoever goes on
    after a break finds neither files without rows nor rows without files.

    Yields:
        after each batch.
    """
    yield from _delete_below(type(row), [row.pk], count)


def _delete_below(model: type[models.Model], keys: Sequence[Any], count: Count) -> Iterator[None]:
    # What has files first: progress is told by it.
    ordered = sorted(_relations(model), key=lambda one: not _blob_fields(one.related_model))
    for relation in ordered:
        if relation.on_delete in (models.CASCADE, models.PROTECT):
            yield from _delete_all(relation.related_model, relation.field.name, keys, count)


def _delete_all(
    model: type[models.Model], name: str, above: Sequence[Any], count: Count
) -> Iterator[None]:
    """Delete the rows of a model whose field ``name`` leads to one of the keys ``above``."""
    rows = model._base_manager.filter(**{f"{name}__in": above}).order_by()
    num_tries = 0
    while keys := list(rows.values_list("pk", flat=True)[:BATCH]):
        yield from _delete_below(model, keys, count)
        began = time.monotonic()
        try:
            _delete_batch(model, keys, count)
        except IntegrityError:
            # Something was hung on one of them just now: it goes in the next try.
            num_tries += 1
            if num_tries == _MAX_TRIES:
                raise
        yield
        # Whoever else wants to write gets as much time as this took.
        time.sleep(max(_BREATH_SECONDS, time.monotonic() - began))


@transaction.atomic
def _delete_batch(model: type[models.Model], keys: Sequence[Any], count: Count) -> None:
    rows = model._base_manager.filter(pk__in=keys)
    for relation in _relations(model):
        if relation.on_delete is models.SET_NULL:
            naming = relation.related_model._base_manager.filter(
                **{f"{relation.field.name}__in": keys}
            )
            naming.update(**{relation.field.name: None})
    names = [field.attname for field in _blob_fields(model)]
    files = {key for row in rows.values_list(*names) for key in row if key} if names else set()
    num = rows._raw_delete(using=rows.db)
    count(model, num, delete_unused(files))


def freeable_bytes(row: models.Model) -> tuple[int, int]:
    """Return how many bytes of files would go with a row, and how many are needed elsewhere too.

    Files that lie elsewhere and are only referred to take no room here, and do not count.
    """
    inside: list[models.QuerySet[Any, Any]] = []
    others: list[tuple[str, models.QuerySet[Any, Any]]] = []
    for relation in _relations(Blob):
        rows = relation.related_model._base_manager.order_by()
        name, way = relation.field.name, _way(relation.related_model, type(row))
        rows = rows.filter(**{f"{name}__isnull": False})
        if way is not None:
            mine = _own(relation.related_model, way, row)
            inside.append(rows.filter(mine).values_list(name))
            rows = rows.exclude(mine)
        others.append((name, rows))
    ours = inside[0].union(*inside[1:], all=True)
    # Row by row the files of a hundred thousand samples would be looked for in every table.
    shared = [rows.filter(**{f"{name}__in": ours}).values_list(name) for name, rows in others]
    num_shared = _bytes(shared[0].union(*shared[1:]))
    return _bytes(ours) - num_shared, num_shared


def _bytes(keys: models.QuerySet[Any, Any]) -> int:
    """Return how many bytes the files of these keys take here."""
    files = Blob.objects.filter(source="", pk__in=keys)
    return files.aggregate(total=models.Sum("bytes"))["total"] or 0


def _own(model: type[models.Model], way: str, row: models.Model) -> models.Q:
    """Return what is true of rows that hang on a row, by the first step of the way alone.

    What is one step up is found once, and not for each row anew.
    """
    step, _, rest = way.partition("__")
    above = model._meta.get_field(step).related_model
    assert isinstance(above, type)
    if not rest:
        return models.Q(**{step: row.pk})
    return models.Q(**{f"{step}__in": above._base_manager.filter(**{rest: row.pk}).values("pk")})


def _relations(model: type[models.Model]) -> Iterator[ForeignObjectRel]:
    """Yield what refers to a model by a foreign key, hidden tables included."""
    for relation in model._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and not relation.many_to_many:
            yield relation


def _blob_fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if field.related_model is Blob]


def _way(model: type[models.Model], to: type[models.Model]) -> str | None:
    """Return the shortest way of foreign keys up from a model, as conditions spell it."""
    ways: list[tuple[type[models.Model], tuple[str, ...]]] = [(model, ())]
    seen = {model}
    for at, names in ways:
        if at is to:
            return "__".join(names)
        for field in at._meta.concrete_fields:
            above = field.related_model
            if _is_part_of(field) and isinstance(above, type) and above not in seen:
                seen.add(above)
                ways.append((above, (*names, field.name)))
    return None


def _is_part_of(field: models.Field[Any, Any]) -> bool:
    """Tell whether a row goes with what this field of it refers to, and always does."""
    return (
        isinstance(field, models.ForeignKey)
        and field.remote_field.on_delete is models.CASCADE
        and not field.null
    )
