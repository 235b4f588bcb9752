"""Contents that are there already need not travel; what is said of them counts all the same."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.datasets.services.datasets import create_dataset
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_imports import send
from tests.backend.images import image

pytestmark = pytest.mark.django_db


def begin(api: APIClient, world: World, existing: str = "keep") -> str:
    body = {"format": "image_folder", "existing": existing}
    return str(ok(api.post(f"/api/v1/datasets/{world.dataset.id}/imports", body), 201)["id"])


def refer(api: APIClient, import_id: str, files: dict[str, bytes]) -> list[dict[str, Any]]:
    named = [
        {"path": path, "sha256": hashlib.sha256(content).hexdigest()}
        for path, content in files.items()
    ]
    response = api.post(f"/api/v1/imports/{import_id}/references", {"files": named}, format="json")
    return list(ok(response)["outcomes"])


def close(api: APIClient, import_id: str) -> dict[str, Any]:
    return dict(ok(api.post(f"/api/v1/imports/{import_id}/close")))


def label_of(api: APIClient, world: World, sample_id: str) -> list[str]:
    labels = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/labels"))["results"]
    names = {label["id"]: label["name"] for label in labels}
    return [names[one["id"]] for one in ok(api.get(f"/api/v1/samples/{sample_id}"))["labels"]]


@pytest.mark.parametrize("existing", ["keep", "merge", "replace"])
def test_a_known_content_with_another_label_ends_as_if_it_had_been_sent(
    existing: str, api: APIClient, world: World
) -> None:
    ends = []
    for number, bring in enumerate((send, refer)):
        content = image(number)
        first = send(api, begin(api, world), {f"cat/{number}.png": content})[0]
        again = begin(api, world, existing)
        outcome = bring(api, again, {f"dog/{number}.png": content})[0]
        assert (outcome["outcome"], outcome["sample_id"]) == ("duplicate", first["sample_id"])
        shown = close(api, again)
        codes = [one["code"] for one in ok(api.get(f"/api/v1/imports/{again}/problems"))["results"]]
        counts = {name: value for name, value in shown.items() if name.startswith("num_")}
        label = label_of(api, world, first["sample_id"])
        ends.append((counts, shown["annotations"], codes, label))
    assert ends[0] == ends[1]
    counts, annotations, codes, label = ends[1]
    assert counts["num_duplicate"] == 1
    if existing == "replace":
        assert (label, annotations["num_replaced"], codes) == (["dog"], 1, [])
    else:
        assert label == ["cat"]
        assert [one["num"] for one in annotations["left_out"]] == [1]
        assert len(codes) == 1


def test_a_known_content_without_a_label_gets_the_one_that_comes_later(
    api: APIClient, world: World
) -> None:
    sample_id = send(api, begin(api, world), {"a.png": image(1)})[0]["sample_id"]
    again = begin(api, world)
    refer(api, again, {"train/cat/a.png": image(1)})
    assert close(api, again)["num_labelled"] == 1
    assert label_of(api, world, sample_id) == ["cat"]


def test_what_is_not_there_has_to_be_sent_and_counts_nothing(api: APIClient, world: World) -> None:
    other = create_dataset(project=world.project, name="other", created_by=world.caller)
    elsewhere = ok(api.post(f"/api/v1/datasets/{other.id}/imports", {"format": "loose_files"}), 201)
    send(api, elsewhere["id"], {"a.png": image(1)})
    session = begin(api, world)
    trashed = send(api, session, {"b.png": image(2)})[0]["sample_id"]
    address = f"/api/v1/datasets/{world.dataset.id}"
    ok(api.post(f"{address}/trash", {"sample_ids": [trashed]}))
    before = close(api, session)
    session = begin(api, world)
    files = {"cat/a.png": image(1), "cat/b.png": image(2), "cat/c.png": image(3)}
    outcomes = refer(api, session, files)
    assert [(one["outcome"], one["sample_id"]) for one in outcomes] == [("unknown", None)] * 3
    after = close(api, session)
    assert (after["num_duplicate"], after["num_rejected"]) == (0, 0)
    assert before["num_added"] == 1


def test_references_are_refused_for_the_reasons_that_files_are(
    api: APIClient, world: World
) -> None:
    session = begin(api, world)
    send(api, session, {"cat/a.png": image(1)})
    outcomes = refer(api, session, {"../up.png": image(1), f"{'x' * 300}/a.png": image(1)})
    assert [one["code"] for one in outcomes] == ["path_unsafe", "label_too_long"]
    assert close(api, session)["num_rejected"] == 2
    body = {"files": [{"path": "a.png", "sha256": "a" * 64}]}
    response = api.post(f"/api/v1/imports/{session}/references", body, format="json")
    assert ok(response, 409)["code"] == "import_closed"
