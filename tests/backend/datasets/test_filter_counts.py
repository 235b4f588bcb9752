"""The number beside every choice of the filters is that of the samples it then lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.annotation.models import Annotation
from backend.datasets.models import (
    Dataset,
    DatasetVersion,
    Label,
    Sample,
    SampleTag,
    Tag,
    VersionSample,
)
from backend.files.services.blobs import put_bytes
from backend.quality.models import Finding, FoundSample, Inspection
from backend.suggestions.models import (
    Disagreement,
    SuggestedLabel,
    Suggestion,
    SuggestionRun,
)
from engine.catalog import AnnotationKind, Media
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db

NUM = 9
COLOUR = {"name": "colour", "kind": "choice", "values": ["red", "blue"], "is_required": False}
Group = tuple[str, dict[str, Any], int]


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> World:
    """Samples of which each has several regions of a label, and one lies in the trash."""
    world = world_of(add_card(monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.BOXES))
    now = timezone.now()
    samples = [
        Sample.objects.create(
            dataset=world.dataset,
            blob_id=put_bytes(content=str(number).encode(), media_type="image/png"),
            name=f"{number}.png",
            width=100,
            height=80,
            bytes=1,
            created_at=now,
            trashed_at=now if number == 0 else None,
            labelled_at=None if number == NUM - 1 else now,
            is_negative=number == NUM - 2,
        )
        for number in range(NUM)
    ]
    label = Label.objects.create(
        dataset=world.dataset,
        name="cat",
        color="#000000",
        position=0,
        num_samples=NUM - 3,
        num_regions=3 * (NUM - 3),
        attributes=[COLOUR],
    )
    people = [world.owner, world.member(Role.ANNOTATOR)]
    for number, sample in enumerate(samples[:-2]):
        for position in range(3):
            Annotation.objects.create(
                sample=sample,
                label=label,
                geometry={"kind": "box", "left": 1, "top": 2, "width": 3, "height": 4},
                key=str(position),
                position=position,
                attributes={"colour": "red" if number % 2 else "blue"},
                source="human" if number % 3 else "import",
                author=people[number % 2],
                created_at=now,
            )
    tag = Tag.objects.create(dataset=world.dataset, name="odd", num_samples=2)
    for sample in samples[:3]:
        SampleTag.objects.create(tag=tag, sample=sample)
    Dataset.objects.filter(id=world.dataset.id).update(
        num_samples=NUM - 1, num_labelled=NUM - 2, num_negative=1, num_trashed=1
    )
    _freeze(world, samples)
    _inspect(world, samples)
    _suggest(world, samples, label)
    return world


def _freeze(world: World, samples: list[Sample]) -> None:
    version = DatasetVersion.objects.create(
        dataset=world.dataset,
        number=1,
        multi_label=False,
        state=DatasetVersion.State.READY,
        split_recipe={},
    )
    for position, sample in enumerate(samples):
        VersionSample.objects.create(
            version=version,
            sample_id=sample.id,
            blob_id=sample.blob_id,
            split=("train", "train", "validation", "test")[position % 4],
            position=position,
        )


def _inspect(world: World, samples: list[Sample]) -> None:
    inspection = Inspection.objects.create(dataset=world.dataset)
    finding = Finding.objects.create(
        inspection=inspection, position=0, kind="exact_copies", severity="error", num_samples=4
    )
    # One of them twice, in two groups, and one that went to the trash since.
    for group, sample in enumerate((samples[0], samples[1], samples[1], samples[2])):
        FoundSample.objects.create(finding=finding, sample_id=sample.id, group=group)


def _suggest(world: World, samples: list[Sample], label: Label) -> None:
    run = SuggestionRun.objects.create(
        dataset=world.dataset, method="model", threshold=0.5, wanted={}
    )
    other = Label.objects.create(dataset=world.dataset, name="dog", color="#111111", position=1)
    for number, sample in enumerate(samples[:4]):
        suggestion = Suggestion.objects.create(
            sample=sample,
            dataset=world.dataset,
            run=run,
            state={},
            score=0.9,
            uncertainty=0.1,
            made_at=timezone.now(),
        )
        for one in (label, other)[: 1 + number % 2]:
            SuggestedLabel.objects.create(suggestion=suggestion, label=one, score=0.9)
        for kind, strength in (("any", 0.8), ("class", 0.8), ("extra", 0.3)):
            Disagreement.objects.create(
                sample=sample, dataset=world.dataset, kind=kind, strength=strength
            )


def listed(api: APIClient, world: World, query: dict[str, Any]) -> int:
    """Return how many samples the pages of a list have, walked to their end."""
    address = f"/api/v1/datasets/{world.dataset.id}/samples"
    page = ok(api.get(address, query | {"page_size": 3}))
    found = [one["id"] for one in page["results"]]
    while page["next"]:
        page = ok(api.get(page["next"]))
        found += [one["id"] for one in page["results"]]
    assert len(found) == len(set(found)), "no sample is listed twice"
    return len(found)


def counted(api: APIClient, world: World, query: dict[str, Any]) -> int:
    """Return the number that the page asks for where it knows none."""
    count: int = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/samples/count", query))["count"]
    return count


def groups(api: APIClient, world: World) -> Iterator[Group]:
    """Yield every choice of the filters as the page offers it, with the number beside it."""
    address = f"/api/v1/datasets/{world.dataset.id}"
    dataset = ok(api.get(address))
    yield "all", {}, dataset["num_samples"]
    yield "labelled", {"labelled": True}, dataset["num_labelled"]
    yield "unlabelled", {"unlabelled": True}, dataset["num_samples"] - dataset["num_labelled"]
    yield "negative", {"negative": True}, dataset["num_negative"]
    for label in ok(api.get(f"{address}/labels"))["results"]:
        yield "label", {"label": label["id"]}, label["num_samples"]
    for tag in ok(api.get(f"{address}/tags"))["results"]:
        yield "tag", {"tag": tag["id"]}, tag["num_samples"]
    statistics = ok(api.get(f"{address}/statistics"))
    for attribute in statistics["attributes"]:
        asked = f"{attribute['label_id']}:{attribute['name']}"
        yield "attribute", {"attribute": asked}, attribute["num_samples"]
        for value in attribute["values"]:
            query = {"attribute": f"{asked}={value['value']}"}
            yield "value", query, value["num_samples"]
    queries: list[tuple[str, dict[str, Any]]] = [
        *(("source", {"source": source}) for source in statistics["by_source"]),
        *(("author", {"author": one["author"]["id"]}) for one in statistics["by_author"]),
        *(("suggested", {"suggested": one}) for one in ("any", "contradicts")),
        *(
            ("disagreement", {"disagreement": f"{kind}:{least}"})
            for kind in ("any", "class", "extra", "missed")
            for least in (0, 0.5)
        ),
    ]
    version = ok(api.get(f"{address}/versions"))["results"][0]["id"]
    queries += [("split", {"version": version, "split": one}) for one in version_splits()]
    for found in Finding.objects.filter(inspection__dataset=world.dataset):
        queries.append(("finding", {"finding": str(found.id)}))
    for name, query in queries:
        yield name, query, counted(api, world, query)


def version_splits() -> tuple[str, ...]:
    return ("train", "validation", "test")


def test_every_choice_lists_as_many_samples_as_it_says(crowded: World) -> None:
    api = APIClient()
    api.force_login(crowded.owner)
    shown = list(groups(api, crowded))
    wrong = [
        (name, query, said, found)
        for name, query, said in shown
        if (found := listed(api, crowded, query)) != said
    ]
    assert wrong == []
    assert {name for name, _, said in shown if said > 0} == {
        "all",
        "labelled",
        "unlabelled",
        "negative",
        "label",
        "tag",
        "attribute",
        "value",
        "source",
        "author",
        "suggested",
        "disagreement",
        "split",
        "finding",
    }


def test_three_regions_of_one_sample_are_one_sample(crowded: World) -> None:
    api = APIClient()
    api.force_login(crowded.owner)
    statistics = ok(api.get(f"/api/v1/datasets/{crowded.dataset.id}/statistics"))
    [colour] = statistics["attributes"]
    assert (colour["num"], colour["num_samples"]) == (3 * (NUM - 3), NUM - 3)
    assert statistics["by_source"]["human"] > counted(api, crowded, {"source": "human"}) > 0
