"""Files of the same content say different things: nothing of it is lost without being counted."""

from __future__ import annotations

import pytest

from backend.annotation.contracts.imported import Given
from backend.annotation.services import annotations as services
from backend.datasets.models import Label, Sample
from engine.catalog import AnnotationKind, Media
from engine.specs.data import Region
from engine.specs.samples.geometry import FrameBox, KeyPoint, Quad
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World
from tests.backend.datasets.importing import box, bring, lefts, problems_of, said, tally_of
from tests.backend.images import image

pytestmark = pytest.mark.django_db
ONE = image(1)


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> World:
    return world_of(add_card(monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.BOXES))


def test_boxes_of_equal_images_in_one_import_are_put_together(boxes: World) -> None:
    session = bring(
        boxes,
        [
            ("a.png", ONE, Given(regions=(box("1", 1), box("2", 5)))),
            ("b.png", ONE, Given(regions=(box("1", 5.2), box("2", 7)))),
        ],
    )
    assert lefts(said(boxes).values()) == [1, 5, 7]
    tally = tally_of(session)
    assert (tally.annotations, tally.taken, tally.same, tally.merged) == (4, 3, 1, 1)
    name, code, params = problems_of(session)[0]
    assert (name, code) == ("b.png", "annotations_merged")
    assert (params["other"], params["num"]) == ("a.png", 1)


def test_equal_images_that_say_the_same_are_only_counted(boxes: World) -> None:
    given = Given(regions=(box("1", 1),))
    session = bring(boxes, [("a.png", ONE, given), ("b.png", ONE, given)])
    assert problems_of(session) == []
    assert (tally_of(session).taken, tally_of(session).same) == (1, 1)
    assert session.num_duplicate == 1


def test_equal_images_are_put_together_across_batches_of_an_import(boxes: World) -> None:
    session = bring(boxes, [("a.png", ONE, Given(regions=(box("1", 1),)))])
    bring(boxes, [("b.png", ONE, Given(regions=(box("1", 6),)))], session=session)
    assert lefts(said(boxes).values()) == [1, 6]
    assert [code for _, code, _ in problems_of(session)] == ["annotations_merged"]


def test_a_box_written_as_corners_or_with_few_digits_is_that_box(boxes: World) -> None:
    corners = Quad(points=((5, 1), (5, 4), (1, 4), (1, 1)))
    same = Region(id="x", label="cat", geometry=corners)
    session = bring(
        boxes,
        [
            ("a.png", ONE, Given(regions=(box("1", 1),))),
            ("b.png", ONE, Given(regions=(same,))),
            ("c.png", ONE, Given(regions=(box("7", 1.4),))),
        ],
    )
    assert (tally_of(session).taken, tally_of(session).same) == (1, 2)


def test_points_and_attributes_of_the_same_box_are_put_together_and_contradictions_named(
    boxes: World,
) -> None:
    eye, nose = KeyPoint(name="eye", x=2, y=2), KeyPoint(name="nose", x=3, y=2)
    session = bring(
        boxes,
        [
            ("a.png", ONE, Given(regions=(box("1", attributes={"pose": "left"}, points=(eye,)),))),
            (
                "b.png",
                ONE,
                Given(
                    regions=(
                        box("1", attributes={"pose": "right", "occluded": True}, points=(nose,)),
                    )
                ),
            ),
        ],
    )
    region = next(iter(said(boxes).values())).regions[0]
    assert region.attributes == {"pose": "left", "occluded": True}
    assert [point["name"] for point in region.points] == ["eye", "nose"]
    assert tally_of(session).left_out == {"details_contradict": 1}
    assert problems_of(session)[0][1:] == (
        "annotations_contradict",
        {"num": 0, "other": "a.png", "details": 1},
    )


def test_of_two_classes_for_one_content_the_first_holds_and_the_other_is_named(
    world: World,
) -> None:
    session = bring(
        world, [("cat/a.png", ONE, Given(labels=("cat",))), ("dog/b.png", ONE, Given(("dog",)))]
    )
    names = Label.objects.filter(dataset=world.dataset).values_list("name", flat=True)
    assert list(names) == ["cat"]
    assert problems_of(session) == [
        ("dog/b.png", "annotations_contradict", {"num": 1, "other": "cat/a.png", "details": 0})
    ]
    assert tally_of(session).left_out == {"annotations_contradict": 1}


def test_a_later_import_keeps_what_was_said_and_counts_what_it_did_not_take(boxes: World) -> None:
    bring(boxes, [("a.png", ONE, Given(regions=(box("1", 1),)))])
    later = bring(boxes, [("b.png", ONE, Given(regions=(box("1", 1), box("2", 6, "dog"))))])
    assert lefts(said(boxes).values()) == [1]
    assert not Label.objects.filter(dataset=boxes.dataset, name="dog").exists()
    assert (tally_of(later).same, tally_of(later).left_out) == (1, {"annotations_kept": 1})
    assert problems_of(later) == [
        ("b.png", "annotations_kept", {"num": 1, "other": "a.png", "details": 0})
    ]


@pytest.mark.parametrize(("existing", "left"), [("keep", [1]), ("merge", [1, 6]), ("replace", [6])])
def test_a_later_import_does_what_it_was_told_with_what_was_said(
    existing: str, left: list[float], boxes: World
) -> None:
    bring(boxes, [("a.png", ONE, Given(regions=(box("1", 1),)))])
    later = bring(boxes, [("b.png", ONE, Given(regions=(box("2", 6),)))], existing=existing)
    assert lefts(said(boxes).values()) == left
    assert tally_of(later).replaced == (existing == "replace")


def test_what_somebody_says_between_two_batches_of_an_import_is_kept(boxes: World) -> None:
    session = bring(boxes, [("a.png", ONE, Given(regions=(box("1", 1),)))])
    sample = Sample.objects.get(dataset=boxes.dataset)
    services.annotate(
        dataset_id=boxes.dataset.id,
        sample_id=sample.id,
        revision=1,
        author=boxes.caller,
        is_negative=True,
    )
    bring(boxes, [("b.png", ONE, Given(regions=(box("1", 6),)))], session=session)
    sample.refresh_from_db()
    assert sample.is_negative
    assert [code for _, code, _ in problems_of(session)] == [
        "negative_contradicted",
        "annotations_kept",
    ]


@pytest.mark.parametrize("first_is_negative", [True, False])
def test_of_nothing_and_something_the_something_holds(
    first_is_negative: bool, boxes: World
) -> None:
    files = [("a.png", ONE, Given()), ("b.png", ONE, Given(regions=(box("1", 6),)))]
    session = bring(boxes, files if first_is_negative else files[::-1])
    assert lefts(said(boxes).values()) == [6]
    assert problems_of(session)[0][1] == "negative_contradicted"


def test_an_empty_statement_is_a_negative_and_one_of_which_nothing_fits_is_none(
    boxes: World,
) -> None:
    session = bring(
        boxes,
        [
            ("empty.png", image(2), Given()),
            ("outside.png", image(3), Given(regions=(box("1", 5000),))),
            ("unsaid.png", image(4), None),
        ],
    )
    rows = Sample.objects.filter(dataset=boxes.dataset)
    states = {row.name: (row.labelled_at is not None, row.is_negative) for row in rows}
    assert states == {
        "empty.png": (True, True),
        "outside.png": (False, False),
        "unsaid.png": (False, False),
    }
    assert (session.num_labelled, tally_of(session).negative) == (1, 1)
    assert tally_of(session).left_out == {"regions_outside": 1}


def test_annotations_of_refused_files_are_counted(boxes: World) -> None:
    session = bring(boxes, [("a.png", b"no image", Given(regions=(box("1"), box("2"))))])
    assert (session.num_rejected, tally_of(session).left_out) == (1, {"file_rejected": 2})


def test_tracks_of_equal_videos_are_told_apart_by_their_boxes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = world_of(add_card(monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.TRACKS))

    def at(key: str, frame: int, track: int, left: float) -> Region:
        place = FrameBox(frame=frame, track=track, left=left, top=1, width=3, height=3)
        return Region(id=key, label="cat", geometry=place)

    first = Given(regions=(at("a", 0, 1, 1), at("b", 1, 1, 2)))
    # Their track 7 is our track 1 and goes on; their track 1 is another object.
    other = Given(regions=(at("a", 1, 7, 2), at("b", 2, 7, 3), at("c", 0, 1, 8), at("d", 0, 7, 5)))
    session = bring(world, [("a", ONE, first), ("b", ONE, other)])
    regions = next(iter(said(world).values())).regions
    places = {(one.geometry["track"], one.geometry["frame"]) for one in regions}
    assert places == {(1, 0), (1, 1), (1, 2), (2, 0)}
    # An object cannot be at two places of one frame.
    assert tally_of(session).left_out == {"annotations_contradict": 1}
