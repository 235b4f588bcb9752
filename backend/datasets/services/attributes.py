"""Change which attributes the regions of a label have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.annotation.contracts.attributes import (
    MAX_DEFINITIONS,
    Definition,
    Plan,
    definitions_of,
    storable_name,
)
from backend.annotation.services.annotations import change_attributes
from backend.api.errors import Conflict, Invalid
from backend.datasets.models import Dataset, Label
from backend.datasets.selectors.label_rows import label_of
from backend.datasets.services.counters import lock_dataset
from backend.datasets.services.datasets import record
from engine.specs.data import AttributeKind


@dataclass(frozen=True)
class Wanted:
    """An attribute as it shall be; ``before`` is its name until now, ``None`` for a new one."""

    name: str
    kind: AttributeKind
    values: tuple[str, ...] = ()
    before: str | None = None


def label_plan(dataset: Dataset) -> Plan:
    """Return the attributes of a dataset by the names of its labels, for an import to add to."""
    rows = Label.objects.filter(dataset=dataset).exclude(attributes=[])
    known: dict[str | None, tuple[Definition, ...]] = {
        name: definitions_of(documents)
        for name, documents in rows.values_list("name", "attributes")
    }
    known[None] = definitions_of(
        Dataset.objects.values_list("attributes", flat=True).get(id=dataset.id)
    )
    return Plan(known)


def save_plan(dataset: Dataset, plan: Plan) -> None:
    """Keep what an import added to the attributes of the labels that there are."""
    for label, definitions in plan.changed().items():
        documents = [one.to_json() for one in definitions]
        if label is None:
            Dataset.objects.filter(id=dataset.id).update(attributes=documents)
        else:
            Label.objects.filter(dataset=dataset, name=label).update(attributes=documents)


@transaction.atomic
def set_attributes(
    *, dataset: Dataset, label_id: UUID | None, wanted: Sequence[Wanted], changed_by: Caller
) -> int:
    """Give a label exactly these attributes; return how many samples lost or changed values.

    Values follow a new name. They go with an attribute that is not among the wanted ones, and where
    its kind or choice no longer takes them; the history of the samples keeps them.

    Args:
        dataset: the dataset.
        label_id: one of its labels; ``None`` for regions without a label.
        wanted: the attributes in their order.
        changed_by: who wants it.

    Raises:
        Invalid: when a name is used twice or cannot be kept, or a choice has no values.
        Conflict: ``attribute_unknown`` when somebody else renamed or deleted one meanwhile.
        NotFound: ``label_not_found`` when somebody else deleted the label meanwhile.
    """
    lock_dataset(dataset.id)
    known = known_definitions(dataset.id, label_id)
    definitions, names = planned(known, wanted)
    documents = [one.to_json() for one in definitions]
    if label_id is None:
        Dataset.objects.filter(id=dataset.id).update(attributes=documents)
    else:
        Label.objects.filter(id=label_id).update(attributes=documents)
    num = change_attributes(
        dataset_id=dataset.id,
        label_id=label_id,
        names=names,
        definitions=definitions,
        author=changed_by,
    )
    label = None if label_id is None else label_of(dataset_id=dataset.id, label_id=label_id).name
    shown = ", ".join(one.name for one in definitions)[:500]
    record(dataset, changed_by, "label.attributes_changed", label=label, attributes=shown)
    return num


def known_definitions(dataset_id: UUID, label_id: UUID | None) -> tuple[Definition, ...]:
    """Return the attributes that the regions of a label have.

    Raises:
        NotFound: ``label_not_found``.
    """
    if label_id is None:
        documents = Dataset.objects.values_list("attributes", flat=True).get(id=dataset_id)
    else:
        documents = label_of(dataset_id=dataset_id, label_id=label_id).attributes
    return definitions_of(documents)


def planned(
    known: Sequence[Definition], wanted: Sequence[Wanted]
) -> tuple[tuple[Definition, ...], Mapping[str, str | None]]:
    """Return the definitions that are wanted, and the new name (or none) of those that move.

    Raises:
        Invalid: when a name is used twice or cannot be kept, or a choice has no values.
        Conflict: ``attribute_unknown`` when one that shall change is not there.
    """
    if len(wanted) > MAX_DEFINITIONS:
        raise Invalid(
            f"A label has at most {MAX_DEFINITIONS} attributes. Leave some out.",
            code="too_many_attributes",
            maximum=MAX_DEFINITIONS,
        )
    by_name = {one.name: one for one in known}
    seen: set[str] = set()
    definitions = []
    for one in wanted:
        _check(one, seen)
        seen.add(one.name)
        earlier = by_name.get(one.before) if one.before is not None else None
        if one.before is not None and earlier is None:
            raise Conflict(
                f"There is no attribute '{one.before}' any more. Load the labels again.",
                code="attribute_unknown",
                name=one.before,
            )
        definition = Definition(one.name, one.kind, one.values)
        if earlier is not None:
            former = dict.fromkeys((*earlier.former_names, earlier.name))
            former.pop(one.name, None)
            definition = replace(definition, former_names=tuple(former))
        definitions.append(definition)
    # What the history called otherwise is found by that name only while nothing else has it.
    definitions = [
        replace(one, former_names=tuple(name for name in one.former_names if name not in seen))
        for one in definitions
    ]
    names: dict[str, str | None] = dict.fromkeys(by_name)
    names |= {one.before: one.name for one in wanted if one.before is not None}
    return tuple(definitions), names


def _check(one: Wanted, seen: set[str]) -> None:
    if one.name in seen:
        raise Invalid(
            f"Two attributes are called '{one.name}'. Give each a name of its own.",
            code="attribute_repeated",
            name=one.name,
        )
    if not one.name or storable_name(one.name) != one.name:
        raise Invalid(
            f"An attribute cannot be called '{one.name}'. Leave out quotation marks, backslashes, "
            "equals signs and double spaces.",
            code="attribute_name",
            name=one.name,
        )
    is_choice = one.kind is AttributeKind.CHOICE
    if is_choice != bool(one.values) or len(set(one.values)) != len(one.values):
        raise Invalid(
            f"The attribute '{one.name}' has no values to choose from, or one twice. A choice "
            "lists each of its values once; other kinds have none.",
            code="attribute_values",
            name=one.name,
        )
