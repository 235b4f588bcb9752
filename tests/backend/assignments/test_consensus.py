"""Several people answer for one sample, apart from each other; known samples check them."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.annotation.models import Annotation
from backend.annotation.services.annotations import set_labels
from backend.assignments.models import ItemAnnotation, WorkItem
from tests.backend.assignments.team import Team, add_label, label_ids, make_team
from tests.backend.conftest import World, ok


@pytest.fixture
def team(world: World, client_of: Callable[[User], APIClient]) -> Team:
    team = make_team(world, client_of, num=3)
    team.join("cem")
    return team


def test_nobody_sees_the_others_answers_and_the_majority_counts(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    names = ["ann", "bob", "cem"]
    team.assign(names, ["rita"], num_annotators=3, needs_review=False, batch_size=5)
    batches = {name: team.claim(name) for name in names}
    for items in batches.values():
        assert len({item["sample"]["id"] for item in items}) == len(items) == 3
        assert all(item["sample"]["labels"] == [] for item in items)
    ids = [item["id"] for items in batches.values() for item in items]
    assert len(set(ids)) == 9
    for name, label in zip(names, (cat, dog, cat), strict=True):
        assert not Annotation.objects.exists()
        seen = team.item(name, batches[name][0]["id"])
        assert seen["answers"] == []
        assert seen["sample"]["labels"] == []
        ok(team.say(name, batches[name][0], label_ids(label)))
    row = Annotation.objects.get()
    assert (row.label_id, row.author) == (cat.id, team.people["ann"])
    states = {name: team.item("rita", batches[name][0]["id"])["state"] for name in names}
    assert states == {"ann": "accepted", "bob": "declined", "cem": "accepted"}
    scores = dict(WorkItem.objects.exclude(score=None).values_list("annotator__name", "score"))
    assert scores == {"ann": 1, "bob": 0, "cem": 1}
    team.world.dataset.refresh_from_db()
    assert team.world.dataset.num_labelled == 1


def test_an_account_that_is_deleted_does_not_lend_its_item_to_the_majority(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    names = ["ann", "bob", "cem"]
    team.assign(names, ["rita"], num_annotators=3, needs_review=False)
    items = {name: team.claim(name)[0] for name in names}
    ok(team.say("ann", items["ann"], label_ids(dog)))
    team.people["ann"].delete()
    for name in ("bob", "cem"):
        ok(team.say(name, items[name], label_ids(cat)))
    assert Annotation.objects.get().author == team.people["bob"]
    states = {name: team.item("rita", items[name]["id"])["state"] for name in names}
    assert states == {"ann": "declined", "bob": "accepted", "cem": "accepted"}


def test_what_they_disagree_on_goes_to_review_side_by_side(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    team.assign(["ann", "bob"], ["rita"], num_annotators=2, needs_review=False)
    items = {name: team.claim(name)[0] for name in ("ann", "bob")}
    ok(team.say("ann", items["ann"], label_ids(cat)))
    ok(team.say("bob", items["bob"], label_ids(dog)))
    assert not Annotation.objects.exists()
    seen = team.item("rita", items["ann"]["id"])
    assert [answer["author"]["name"] for answer in seen["answers"]] == ["ann", "bob"]
    ok(team.accept("rita", items["bob"]["id"]))
    assert Annotation.objects.get().label_id == dog.id
    assert team.item("rita", items["ann"]["id"])["state"] == "declined"
    kept = team.numbers()
    assert (kept["num_accepted"], kept["num_declined"], kept["num_submitted"]) == (1, 1, 0)


def test_the_page_says_how_fast_how_well_and_how_alike_they_answer(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    team.assign(["ann", "bob"], ["rita"], num_annotators=2, needs_review=False)
    answers = {"ann": (cat, dog, cat), "bob": (cat, dog, dog)}
    for name, labels in answers.items():
        for item, label, seconds in zip(team.claim(name), labels, (2.0, 9.0, 4.0), strict=True):
            ok(team.say(name, item, label_ids(label), seconds=seconds))
    address = f"/api/v1/assignments/{team.assignment}"
    found = ok(team.apis["rita"].get(f"{address}/statistics"))
    assert [one["median_seconds"] for one in found["annotators"]] == [4.0, 4.0]
    assert [one["num_accepted"] for one in found["annotators"]] == [2, 2]
    (pair,) = found["pairs"]
    # p_o = 2/3; p_e = (2/3)(1/3) + (1/3)(2/3) = 4/9; kappa = (2/9) / (5/9).
    assert pair["kappa"] == pytest.approx(0.4)
    assert pair["agreement"] == found["agreement"] == pytest.approx(2 / 3)
    assert found["num_compared"] == 3
    # Fleiss: mean P = 2/3, p = (3/6, 3/6), kappa = (2/3 - 1/2) / (1/2).
    assert found["kappa"] == pytest.approx(1 / 3)
    table = team.apis["rita"].get(f"{address}/annotators.csv").content.decode("utf-8-sig")
    head, first, *_ = table.splitlines()
    assert head.startswith("name,handed_in,accepted,decided")
    assert first.startswith("ann,3,2,2,0,0,4.0")
    assert team.apis["ann"].get(f"{address}/statistics").json()["code"] == "not_your_part"


def test_known_samples_are_mixed_in_unseen_and_scored(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    known = team.samples[1]
    set_labels(
        dataset_id=team.world.dataset.id,
        sample_id=known.id,
        label_ids=[dog.id],
        revision=0,
        author=team.world.caller,
    )
    made = team.assign(
        ["ann"], ["rita"], batch_size=5, honeypot_every=1, honeypot_ids=[str(known.id)]
    )
    assert (made["assignment"]["num_items"], made["num_honeypots"]) == (2, 1)
    items = team.claim("ann")
    assert {item["sample"]["id"] for item in items} == {str(one.id) for one in team.samples}
    assert [item["sample"]["labels"] for item in items] == [[], [], []]
    assert len({frozenset(item) for item in items}) == 1
    for item in items:
        answer = ok(team.say("ann", item, label_ids(cat)))
        assert (answer["state"], answer["standing"], answer["sample"]["history"]) == (
            "submitted",
            None,
            [],
        )
    assert Annotation.objects.get().label_id == dog.id
    listed = ok(
        team.apis["rita"].get(f"/api/v1/assignments/{team.assignment}/items?state=submitted")
    )
    assert UUID(listed["results"][0]["sample"]["id"]) != known.id
    assert len(listed["results"]) == 2
    found = ok(team.apis["rita"].get(f"/api/v1/assignments/{team.assignment}/statistics"))
    (ann,) = found["annotators"]
    assert (ann["num_honeypots"], ann["honeypot_score"], ann["num_handed_in"]) == (1, 0.0, 2)
    assert ItemAnnotation.objects.count() == 3
