"""A team with an assignment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import Membership, User
from backend.datasets.models import Label, Sample
from tests.backend.annotation.test_labelling import add_label, add_samples
from tests.backend.conftest import World, make_user, ok


def label_ids(*labels: Label) -> dict[str, Any]:
    """Return an answer that gives these labels."""
    return {"label_ids": [str(label.id) for label in labels]}


@dataclass
class Team:
    """People who label ten samples of one dataset for each other."""

    world: World
    client_of: Callable[[User], APIClient]
    samples: list[Sample] = field(default_factory=list)
    people: dict[str, User] = field(default_factory=dict)
    apis: dict[str, APIClient] = field(default_factory=dict)
    assignment: str = ""

    def join(self, name: str, role: Role = Role.CONTRIBUTOR) -> User:
        """Add a member."""
        user = make_user(f"{name}@team.example")
        Membership.objects.create(organisation=self.world.organisation, user=user, role=role)
        self.people[name] = user
        self.apis[name] = self.client_of(user)
        return user

    def assign(self, annotators: list[str], reviewers: list[str], **fields: Any) -> Any:
        """Hand the samples out as the organisation's owner."""
        body = {
            "name": "First round",
            "annotator_ids": [str(self.people[name].id) for name in annotators],
            "reviewer_ids": [str(self.people[name].id) for name in reviewers],
            **fields,
        }
        address = f"/api/v1/datasets/{self.world.dataset.id}/assignments"
        owner = self.client_of(self.world.owner)
        made = ok(owner.post(address, body), 201)
        self.assignment = made["assignment"]["id"]
        return made

    def claim(self, name: str) -> list[Any]:
        """Fill somebody's batch up."""
        answer = self.apis[name].post(f"/api/v1/assignments/{self.assignment}/own-items", {})
        found: list[Any] = ok(answer)["items"]
        return found

    def say(self, name: str, item: Any, said: Any, **fields: Any) -> Any:
        """Save an answer, and hand it in unless told otherwise; return the response."""
        body = {"version": item["sample"]["revision"], "submit": True, "annotation": said, **fields}
        return self.apis[name].put(f"/api/v1/work-items/{item['id']}/answer", body)

    def item(self, name: str, item_id: str) -> Any:
        """Show an item as somebody sees it."""
        return ok(self.apis[name].get(f"/api/v1/work-items/{item_id}"))

    def accept(self, name: str, item_id: str, **fields: Any) -> Any:
        """Take the annotator's answer; return the response."""
        seen = self.item(name, item_id)
        body = {
            "version": seen["sample"]["revision"],
            "sample_revision": seen["standing"]["revision"],
            **fields,
        }
        return self.apis[name].post(f"/api/v1/work-items/{item_id}/accept", body)

    def numbers(self) -> Any:
        """Return the assignment with its counters."""
        owner = self.client_of(self.world.owner)
        return ok(owner.get(f"/api/v1/assignments/{self.assignment}"))["assignment"]


def make_team(world: World, client_of: Callable[[User], APIClient], num: int = 10) -> Team:
    """Make Ann and Bob who may only label, and Rita who reviews."""
    team = Team(world, client_of)
    team.samples = add_samples(world.dataset, num)
    for name in ("ann", "bob"):
        team.join(name)
    team.join("rita", Role.ANNOTATOR)
    return team


__all__ = ["Team", "add_label", "label_ids", "make_team"]
