"""Work is handed out, answered and reviewed, and no two people overwrite each other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import Membership, User
from backend.annotation.models import Annotation, AnnotationRevision
from backend.annotation.services.annotations import set_labels
from backend.assignments.models import Assignment, ItemAnnotation, ItemState, WorkItem
from backend.assignments.services.claims import claim_batch
from backend.datasets.models import Sample
from tests.backend.assignments.team import Team, add_label, label_ids, make_team
from tests.backend.conftest import World, make_world, ok


@pytest.fixture
def team(world: World, client_of: Callable[[User], APIClient]) -> Team:
    return make_team(world, client_of)


def recounted(assignment_id: str) -> dict[str, int]:
    """Count everything that the kept counters claim."""
    rows = WorkItem.objects.filter(assignment_id=assignment_id, is_honeypot=False)
    states = list(rows.values_list("state", flat=True))
    counted = ("submitted", "returned", "accepted", "declined", "skipped")
    return {f"num_{one}": states.count(one) for one in counted} | {"num_items": len(states)}


def test_a_contributor_sees_and_labels_only_what_was_assigned(team: Team) -> None:
    cat = add_label(team.world, "cat")
    team.assign(["ann"], ["rita"], batch_size=3)
    ann, dataset = team.apis["ann"], team.world.dataset.id
    assert ann.get(f"/api/v1/datasets/{dataset}/samples").status_code == 403
    assert ann.get(f"/api/v1/projects/{team.world.project.id}").status_code == 403
    first, *_ = items = team.claim("ann")
    assert [item["sample"]["name"] for item in items] == ["0.png", "1.png", "2.png"]
    sample = first["sample"]["id"]
    assert ann.get(f"/api/v1/samples/{sample}/image").status_code == 200
    assert ann.get(f"/api/v1/samples/{sample}").status_code == 403
    assert ann.get(f"/api/v1/samples/{team.samples[9].id}/image").status_code == 403
    direct = {"label_ids": [str(cat.id)], "revision": 0}
    assert ann.put(f"/api/v1/samples/{sample}/labels", direct).status_code == 403
    ok(team.say("ann", first, label_ids(cat)))
    ok(team.apis["bob"].get(f"/api/v1/assignments/{team.assignment}"), 404)
    ok(team.apis["bob"].get(f"/api/v1/work-items/{first['id']}"), 404)
    (work,) = ok(ann.get("/api/v1/own-work"))["results"]
    assert (work["num_held"], work["num_done"], work["num_left"]) == (2, 1, 9)
    assert ok(team.apis["bob"].get("/api/v1/own-work"))["results"] == []


def test_an_answer_becomes_the_label_only_when_a_reviewer_accepts_it(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    team.assign(["ann"], ["rita"])
    first, second, *_ = team.claim("ann")
    ok(team.say("ann", first, label_ids(cat)))
    ok(team.say("ann", second, label_ids(dog)))
    assert not Annotation.objects.exists()
    ok(team.accept("rita", first["id"]))
    row = Annotation.objects.get()
    assert (row.label_id, row.author) == (cat.id, team.people["ann"])
    assert team.accept("rita", first["id"]).json()["code"] == "not_submitted"
    kept = team.numbers()
    assert recounted(team.assignment).items() <= kept.items()
    assert (kept["num_accepted"], kept["num_submitted"]) == (1, 1)
    team.world.dataset.refresh_from_db()
    assert team.world.dataset.num_labelled == 1
    trail = ok(team.apis["rita"].get(f"/api/v1/samples/{first['sample']['id']}/trail"))["results"]
    steps = [(step["act"], step["actor"]["name"]) for step in trail]
    assert steps == [("accepted", "rita"), ("submitted", "ann"), ("claimed", "ann")]


def test_a_returned_answer_comes_back_with_its_comments_and_is_fixed(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    team.assign(["ann"], ["rita"], batch_size=2)
    first, _ = team.claim("ann")
    ok(team.say("ann", first, label_ids(cat)))
    comments = {"comments": [{"region": "a1", "text": "The tail is cut off."}]}
    ok(team.apis["rita"].post(f"/api/v1/work-items/{first['id']}/return", comments))
    assert team.numbers()["num_returned"] == 1
    own = ok(team.apis["ann"].get(f"/api/v1/assignments/{team.assignment}/own-items"))["items"]
    assert (own[0]["state"], own[0]["num_comments"]) == ("returned", 1)
    seen = team.item("ann", first["id"])
    assert seen["comments"][0]["text"] == "The tail is cut off."
    assert [label["id"] for label in seen["sample"]["labels"]] == [str(cat.id)]
    ok(team.say("ann", own[0], label_ids(dog)))
    assert team.item("ann", first["id"])["comments"][0]["resolved_at"] is not None
    ok(team.accept("rita", first["id"]))
    assert Annotation.objects.get().label_id == dog.id
    assert recounted(team.assignment).items() <= team.numbers().items()


def test_without_review_an_answer_counts_at_once(team: Team) -> None:
    cat = add_label(team.world, "cat")
    team.assign(["ann"], [], needs_review=False)
    ok(team.say("ann", team.claim("ann")[0], label_ids(cat)))
    assert Annotation.objects.get().author == team.people["ann"]
    assert team.numbers()["num_accepted"] == 1


def test_what_somebody_else_said_meanwhile_is_never_overwritten_unasked(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    team.assign(["ann"], ["rita"], needs_review=False)
    first = team.claim("ann")[0]
    set_labels(
        dataset_id=team.world.dataset.id,
        sample_id=UUID(first["sample"]["id"]),
        label_ids=[dog.id],
        revision=0,
        author=team.world.caller,
    )
    ok(team.say("ann", first, label_ids(cat)))
    assert Annotation.objects.get().label_id == dog.id
    seen = team.item("rita", first["id"])
    assert seen["state"] == "submitted"
    assert seen["standing"]["labels"][0]["id"] == str(dog.id)
    stale = team.accept("rita", first["id"], sample_revision=0)
    assert (stale.status_code, stale.json()["code"]) == (409, "revision_stale")
    ok(team.accept("rita", first["id"]))
    assert Annotation.objects.get().label_id == cat.id
    assert AnnotationRevision.objects.count() == 2


def test_nobody_reviews_their_own_answer(team: Team) -> None:
    cat = add_label(team.world, "cat")
    team.assign(["rita"], ["rita"])
    first = team.claim("rita")[0]
    ok(team.say("rita", first, label_ids(cat)))
    assert team.accept("rita", first["id"]).json()["code"] == "own_answer"


def test_work_of_somebody_whose_hold_ended_is_kept_beside_the_other(team: Team) -> None:
    cat, dog = add_label(team.world, "cat"), add_label(team.world, "dog")
    team.assign(["ann", "bob"], ["rita"], batch_size=1)
    (item,) = team.claim("ann")
    ok(team.say("ann", item, label_ids(cat), submit=False))
    WorkItem.objects.filter(id=item["id"]).update(hold_until=timezone.now() - timedelta(hours=20))
    (same,) = team.claim("bob")
    assert same["id"] == item["id"]
    assert same["sample"]["labels"] == []
    late = team.say("ann", {**item, "sample": {"revision": 1}}, label_ids(dog))
    assert (late.status_code, late.json()["code"]) == (409, "hold_lost")
    assert late.json()["params"]["holder"] == "bob"
    again = team.apis["ann"].post(f"/api/v1/work-items/{item['id']}/claim", {})
    assert again.json()["code"] == "hold_lost"
    body = {"annotation": label_ids(dog), "seconds": 3.0}
    ok(team.apis["ann"].put(f"/api/v1/work-items/{item['id']}/late-answer", body))
    ok(team.say("bob", same, label_ids(cat)))
    answers = team.item("rita", item["id"])["answers"]
    assert [(one["author"]["name"], one["is_late"]) for one in answers] == [
        ("ann", True),
        ("bob", False),
    ]
    ann = str(team.people["ann"].id)
    ok(team.accept("rita", item["id"], version=answers[0]["version"], author_id=ann))
    row = Annotation.objects.get()
    assert (row.label_id, row.author) == (dog.id, team.people["ann"])
    assert WorkItem.objects.get(id=item["id"]).state == ItemState.DECLINED


def test_a_hold_that_nobody_took_is_found_again_with_what_was_saved(team: Team) -> None:
    cat = add_label(team.world, "cat")
    team.assign(["ann", "bob"], [], batch_size=1)
    (item,) = team.claim("ann")
    ok(team.say("ann", item, label_ids(cat), submit=False))
    WorkItem.objects.filter(id=item["id"]).update(hold_until=timezone.now() - timedelta(days=1))
    # Still hers: nobody asked for it.
    ok(team.say("ann", {**item, "sample": {"revision": 1}}, label_ids(cat), submit=False))
    ok(team.apis["ann"].delete(f"/api/v1/assignments/{team.assignment}/own-items"))
    (other,) = team.claim("bob")
    ok(team.apis["bob"].delete(f"/api/v1/assignments/{team.assignment}/own-items"))
    (again,) = team.claim("ann")
    assert again["id"] == other["id"] == item["id"]
    assert again["sample"]["labels"][0]["id"] == str(cat.id)


def test_a_removed_member_gives_work_back_and_loses_nothing(team: Team) -> None:
    cat = add_label(team.world, "cat")
    team.assign(["ann", "bob"], ["rita"], batch_size=3)
    handed_in, returned, saved = team.claim("ann")
    for item in (handed_in, returned):
        ok(team.say("ann", item, label_ids(cat)))
    comments = {"comments": [{"text": "Look again."}]}
    ok(team.apis["rita"].post(f"/api/v1/work-items/{returned['id']}/return", comments))
    ok(team.say("ann", saved, label_ids(cat), submit=False))
    member = Membership.objects.get(user=team.people["ann"])
    owner = team.client_of(team.world.owner)
    address = f"/api/v1/organisations/{team.world.organisation.id}/members/{member.id}"
    ok(owner.delete(address), 204)
    assert team.say("ann", saved, label_ids(cat)).status_code == 404
    assert {item["id"] for item in team.claim("bob")} >= {returned["id"], saved["id"]}
    ok(team.accept("rita", handed_in["id"]))
    assert Annotation.objects.get().author == team.people["ann"]
    assert ItemAnnotation.objects.filter(author=team.people["ann"], version__gt=0).count() == 3
    assert recounted(team.assignment).items() <= team.numbers().items()


def test_an_annotator_who_is_taken_out_leaves_nothing_that_waits_for_them(team: Team) -> None:
    cat = add_label(team.world, "cat")
    team.assign(["ann", "bob"], ["rita"], batch_size=3)
    returned, held, _ = team.claim("ann")
    ok(team.say("ann", returned, label_ids(cat)))
    comments = {"comments": [{"text": "Look again."}]}
    ok(team.apis["rita"].post(f"/api/v1/work-items/{returned['id']}/return", comments))
    owner = team.client_of(team.world.owner)
    address = f"/api/v1/assignments/{team.assignment}"
    body = {"annotator_ids": [str(team.people["bob"].id)]}
    ok(owner.patch(address, body, format="json"))
    assert {item["id"] for item in team.claim("bob")} >= {returned["id"], held["id"]}


def test_no_more_annotators_leave_than_each_sample_needs(team: Team) -> None:
    team.assign(["ann", "bob"], ["rita"], num_annotators=2)
    owner = team.client_of(team.world.owner)
    body = {"annotator_ids": [str(team.people["bob"].id)]}
    refused = ok(owner.patch(f"/api/v1/assignments/{team.assignment}", body, format="json"), 422)
    assert refused["code"] == "too_few_annotators"


def test_a_skipped_sample_keeps_its_reason_and_can_be_put_back(team: Team) -> None:
    team.assign(["ann"], ["rita"], batch_size=1)
    (item,) = team.claim("ann")
    address = f"/api/v1/work-items/{item['id']}"
    ok(team.apis["ann"].post(f"{address}/skip", {"reason": "Too dark to tell."}))
    assert team.item("rita", item["id"])["acts"][0]["note"] == "Too dark to tell."
    assert team.numbers()["num_skipped"] == 1
    ok(team.apis["rita"].post(f"{address}/put-back", {}))
    assert team.numbers()["num_skipped"] == 0
    assert team.claim("ann")[0]["id"] == item["id"]


def test_closing_takes_holds_back_and_refuses_more(team: Team) -> None:
    cat = add_label(team.world, "cat")
    team.assign(["ann"], [], batch_size=2)
    item, _ = team.claim("ann")
    owner = team.client_of(team.world.owner)
    ok(owner.patch(f"/api/v1/assignments/{team.assignment}", {"state": "closed"}))
    assert not WorkItem.objects.filter(state=ItemState.HELD).exists()
    assert team.say("ann", item, label_ids(cat)).json()["code"] == "assignment_closed"
    assert ok(team.apis["ann"].get("/api/v1/own-work"))["results"] == []


def test_only_managers_change_and_only_reviewers_review(team: Team) -> None:
    team.assign(["ann"], ["rita"])
    (item, *_) = team.claim("ann")
    address = f"/api/v1/assignments/{team.assignment}"
    for name in ("ann", "rita"):
        refused = team.apis[name].patch(address, {"name": "Mine"})
        assert refused.json()["code"] == "not_your_part"
    body = {"version": 1, "sample_revision": 0}
    refused = team.apis["ann"].post(f"/api/v1/work-items/{item['id']}/accept", body)
    assert refused.json()["code"] == "not_your_part"
    stranger = make_world("theirs")
    other = team.client_of(stranger.owner)
    assert other.get(address).status_code == 404
    assert other.get(f"/api/v1/work-items/{item['id']}").status_code == 404


def test_only_members_are_assigned_and_some_sample_has_to_pass(team: Team) -> None:
    owner = team.client_of(team.world.owner)
    address = f"/api/v1/datasets/{team.world.dataset.id}/assignments"
    stranger = make_world("theirs").owner
    body = {"name": "A", "annotator_ids": [str(stranger.id)]}
    assert owner.post(address, body).json()["code"] == "no_member"
    body = {
        "name": "A",
        "annotator_ids": [str(team.people["ann"].id)],
        "filter": {"labelled": True},
    }
    assert owner.post(address, body).json()["code"] == "no_samples"
    body = {"name": "A", "annotator_ids": [str(team.people["ann"].id)], "num_annotators": 2}
    assert owner.post(address, body).json()["code"] == "too_few_annotators"
    assert not Assignment.objects.exists()


def test_the_samples_of_an_assignment_are_a_filter_like_any_other(team: Team) -> None:
    chosen = [str(sample.id) for sample in team.samples[:4]]
    team.assign(["ann"], [], sample_ids=chosen)
    owner = team.client_of(team.world.owner)
    address = f"/api/v1/datasets/{team.world.dataset.id}/samples"
    found = ok(owner.get(address, {"assignment": team.assignment}))["results"]
    assert {sample["id"] for sample in found} == set(chosen)


@pytest.mark.django_db(transaction=True)
def test_people_who_claim_at_once_never_get_the_same_item(
    client_of: Callable[[User], APIClient],
) -> None:
    team = make_team(make_world("crowd"), client_of, num=60)
    names = ["ann", "bob"] + [f"p{number}" for number in range(4)]
    for name in names[2:]:
        team.join(name, Role.CONTRIBUTOR)
    team.assign(names, [], batch_size=20)
    assignment = Assignment.objects.get()
    start = threading.Barrier(2 * len(names))

    def work(user_id: UUID) -> None:
        start.wait()
        try:
            claim_batch(assignment=assignment, user_id=user_id)
        finally:
            connection.close()

    # Two tabs for everybody.
    ids = [team.people[name].id for name in names] * 2
    threads = [threading.Thread(target=work, args=(user_id,)) for user_id in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = WorkItem.objects.filter(state=ItemState.HELD)
    held = [rows.filter(annotator_id=team.people[name].id).count() for name in names]
    assert sum(held) == 60 == Sample.objects.count()
    assert max(held) <= 20
    assert ItemAnnotation.objects.count() == 60
