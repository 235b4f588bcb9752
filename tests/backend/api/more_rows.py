"""More rows like those that there are, so that a query for each row shows."""

from __future__ import annotations

from copy import copy
from uuid import uuid4

from django.apps import apps
from django.db import IntegrityError, models, transaction

Row = models.Model


class Copies:
    """Copies of all rows, alike but for what has to be unique.

    Attributes:
        refused: the models of which the database takes no second row.
    """

    def __init__(self, num: int) -> None:
        """Copy each row that there is ``num`` times."""
        self.num = num
        self.refused: set[str] = set()
        self._of: dict[tuple[type[Row], object], list[Row]] = {}
        for model in apps.get_models():
            if model.__module__.startswith("backend."):
                for row in list(model._default_manager.all()):
                    self._copies(row)

    def _copies(self, row: Row) -> list[Row]:
        key = (type(row), row.pk)
        if key not in self._of:
            self._of[key] = []
            try:
                with transaction.atomic():
                    self._of[key] = [self._copy(row, place) for place in range(self.num)]
            except IntegrityError:
                self.refused.add(type(row).__name__)
        return self._of[key]

    def _copy(self, row: Row, place: int) -> Row:
        made = copy(row)
        made._state = copy(row._state)
        made._state.adding = True
        # What was read of its relations would otherwise be shared with the original.
        made._state.fields_cache = {}
        for field in _distinct(type(row)):
            if field.is_relation:
                other = getattr(row, field.name)
                others = [] if other is None else self._copies(other)
                setattr(made, field.name, others[place] if others else other)
            else:
                setattr(made, field.attname, _fresh(field, row, place))
        made.save(force_insert=True)
        for many in row._meta.many_to_many:
            if many.remote_field.through._meta.auto_created:
                getattr(made, many.name).set(getattr(row, many.name).all())
        self._of[(type(made), made.pk)] = []
        return made


def _distinct(model: type[Row]) -> list[models.Field]:
    """Return the fields by which rows have to differ: of a constraint the last that can."""
    alone = [field for field in model._meta.concrete_fields if field.unique]
    for constraint in model._meta.total_unique_constraints + _partial(model):
        fields = [model._meta.get_field(name) for name in constraint.fields]
        if any(field in alone for field in fields):
            continue
        plain = [field for field in fields if not field.is_relation and not field.choices]
        alone.append((plain or [field for field in fields if field.is_relation])[-1])
    return alone


def _partial(model: type[Row]) -> list[models.UniqueConstraint]:
    return [
        constraint
        for constraint in model._meta.constraints
        if isinstance(constraint, models.UniqueConstraint)
        and constraint.fields
        and constraint.condition is not None
    ]


def _fresh(field: models.Field, row: Row, place: int) -> object:
    """Return a value that no other row has."""
    if isinstance(field, models.AutoField):
        return None
    if isinstance(field, models.UUIDField):
        return uuid4()
    if isinstance(field, models.IntegerField):
        return (getattr(row, field.attname) or 0) + 1000 + place
    return (uuid4().hex * 2)[: field.max_length or 32]
