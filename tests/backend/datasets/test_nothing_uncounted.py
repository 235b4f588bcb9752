"""Whatever an import says, every annotation of it is stored or counted among the problems."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from backend.annotation.contracts.imported import DETAILS, Given
from backend.annotation.contracts.merging import num_annotations
from backend.datasets.models import Dataset, Import
from engine.catalog import TASKS, AnnotationKind, Media
from engine.specs.data import Region, Relation
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World
from tests.backend.datasets.importing import bring, problems_of, said, tally_of
from tests.backend.images import image

pytestmark = pytest.mark.django_db

Files = list[tuple[int, Given | None]]
KINDS = {
    AnnotationKind.CLASSES: (Media.IMAGE, ("box",)),
    AnnotationKind.BOXES: (Media.IMAGE, ("box", "quad", "polygon")),
    AnnotationKind.OUTLINES: (Media.IMAGE, ("polygon", "mask", "box", "quad")),
    AnnotationKind.PRODUCTS: (Media.IMAGE, ("box", "quad")),
    AnnotationKind.DEFECTS: (Media.IMAGE, ("polygon", "box")),
    AnnotationKind.TEXT_LINES: (Media.IMAGE, ("box", "quad")),
    AnnotationKind.TRACKS: (Media.IMAGE, ("frame_box",)),
    AnnotationKind.CAPTIONS: (Media.IMAGE, ("box",)),
    AnnotationKind.SPANS: (Media.TEXT, ("span",)),
    AnnotationKind.RELATIONS: (Media.TEXT, ("span",)),
    AnnotationKind.ASPECT_SENTIMENT: (Media.TEXT, ("span",)),
    AnnotationKind.SCORE: (Media.TEXT, ("span",)),
}
CONTENTS = {
    Media.IMAGE: [image(number, (12, 9)) for number in range(3)] + [b"no image"],
    Media.TEXT: [b"one text of some words", b"another text, with words", b""],
}
LABELS = st.sampled_from(["cat", "dog", "bird"])
TEXTS = st.sampled_from(["a", "b", "c"])
PIXELS = st.sampled_from([-3.0, 0.0, 1.0, 1.3, 2.0, 6.0, 40.0])


@st.composite
def geometries(draw: st.DrawFn, kinds: tuple[str, ...]) -> dict[str, Any]:
    kind = draw(st.sampled_from(kinds))
    left, top = draw(PIXELS), draw(PIXELS)
    match kind:
        case "quad":
            points = [[left, top], [left + 3, top], [left + 3, top + 2], [left, top + 2]]
            return {"kind": kind, "points": points}
        case "polygon":
            return {"kind": kind, "rings": [[[left, top], [left + 3, top], [left, top + 2]]]}
        case "mask":
            return {"kind": kind, "size": [9, 12], "counts": draw(st.sampled_from(["\\3", "x"]))}
        case "span":
            start = draw(st.integers(0, 30))
            return {"kind": kind, "start": start, "end": start + draw(st.integers(1, 4))}
    place = {"kind": kind, "left": left, "top": top, "width": 3.0, "height": 2.0}
    if kind == "frame_box":
        place |= {"frame": draw(st.integers(0, 2)), "track": draw(st.integers(0, 2))}
    return place


@st.composite
def statements(draw: st.DrawFn, kinds: tuple[str, ...]) -> Given | None:
    if draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from([None, Given()]))
    regions = tuple(
        Region.model_validate(
            {
                "id": str(draw(st.integers(0, 6))),
                "label": draw(st.none() | LABELS),
                "geometry": draw(geometries(kinds)),
                "text": draw(st.none() | TEXTS),
                "attributes": draw(
                    st.dictionaries(
                        st.sampled_from(["colour", "occluded", "x" * 99]),
                        st.booleans() | st.integers(0, 3) | TEXTS | st.just(2**60),
                        max_size=2,
                    )
                ),
            }
        )
        for _ in range(draw(st.integers(0, 4)))
    )
    ends = st.integers(0, 6).map(str)
    relations = st.builds(Relation, label=LABELS, subject=ends, object=ends)
    return Given(
        labels=tuple(draw(st.lists(LABELS, max_size=2))),
        regions=regions,
        relations=tuple(draw(st.lists(relations, max_size=2))),
        texts=tuple(draw(st.lists(TEXTS, max_size=2))),
        value=draw(st.none() | st.sampled_from([0.5, 1.0])),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_annotations_in_are_stored_or_counted(
    kind: AnnotationKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    media, geometry_kinds = KINDS[kind]
    world = world_of(add_card(monkeypatch, media=media, annotation=kind, multi_label=True))
    places = st.integers(0, len(CONTENTS[media]) - 1)
    files = st.lists(st.tuples(places, statements(geometry_kinds)), max_size=4)

    @settings(
        max_examples=8,
        deadline=None,
        derandomize=True,
        database=None,
        # Shrinking would run hundreds of imports; the seed brings a failure back.
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.booleans(), files, files, files, st.sampled_from(["keep", "merge"]))
    def check(multi_label: bool, one: Files, other: Files, later: Files, existing: str) -> None:
        with transaction.atomic():
            Dataset.objects.filter(id=world.dataset.id).update(multi_label=multi_label)
            world.dataset.refresh_from_db()
            first = import_in_batches(world, [one, other], "keep")
            stored = sum(map(num_annotations, said(world).values()))
            assert tally_of(first).taken == stored
            second = import_in_batches(world, [later], existing)
            now = sum(map(num_annotations, said(world).values()))
            assert tally_of(second).taken == now - stored
            transaction.set_rollback(True)

    check()


def import_in_batches(world: World, batches: list[Files], existing: str) -> Import:
    """Import files and check that every annotation went somewhere, and that a problem says so."""
    session: Import | None = None
    num_given = 0
    for number, batch in enumerate(batches):
        contents = CONTENTS[TASKS[world.dataset.task].media]
        named = [(f"{number}-{at}", contents[of], one) for at, (of, one) in enumerate(batch)]
        session = bring(world, named, existing=existing, session=session)
        num_given += sum(one.num_annotations for _, one in batch if one is not None)
    assert session is not None
    tally = tally_of(session)
    assert tally.annotations == num_given
    assert num_given == tally.taken + tally.same + tally.num_left_out
    in_problems = sum(
        params["num"]
        for _, code, params in problems_of(session)
        if code
        not in DETAILS
        | {"annotations_merged", "regions_boxed", "regions_outlined", "regions_clipped"}
        and "num" in params
    )
    assert in_problems == tally.num_left_out - tally.left_out["file_rejected"]
    return session
