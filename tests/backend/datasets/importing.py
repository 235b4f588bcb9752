"""Bringing statements in without files of any format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from backend.annotation.contracts.imported import Given
from backend.annotation.contracts.states import State
from backend.annotation.selectors.annotations import states_of
from backend.datasets.models import Import, Sample
from backend.datasets.services.importing.ingestion import Incoming, ingest
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.statements import Tally
from engine.specs.data import Region
from tests.backend.conftest import World


def box(key: str, left: float = 1, label: str | None = "cat", **more: Any) -> Region:
    geometry = {"kind": "box", "left": left, "top": 1.0, "width": 4.0, "height": 3.0}
    return Region.model_validate({"id": key, "label": label, "geometry": geometry, **more})


def bring(
    world: World,
    files: Iterable[tuple[str, bytes, Given | None]],
    *,
    existing: str = "keep",
    session: Import | None = None,
) -> Import:
    """Take files in as one batch of an import, a new one if none is given."""
    session = session or open_import(
        dataset=world.dataset, format="loose_files", created_by=world.caller, existing=existing
    )
    ingest(
        session=session,
        files=[Incoming(name=name, content=content, given=given) for name, content, given in files],
        added_by_id=world.owner.id,
    )
    session.refresh_from_db()
    return session


def tally_of(session: Import) -> Tally:
    return Tally.from_json(session.counts)


def problems_of(session: Import) -> list[tuple[str, str, dict[str, Any]]]:
    rows = session.problems.order_by("created_at")
    return [(row.name, row.code, row.params) for row in rows]


def said(world: World) -> dict[UUID, State]:
    """Return what is said of all samples outside the trash."""
    ids = Sample.objects.filter(dataset=world.dataset, trashed_at=None).values_list("id", flat=True)
    return states_of(list(ids))


def lefts(states: Iterable[State]) -> Sequence[float]:
    return sorted(region.geometry["left"] for state in states for region in state.regions)
