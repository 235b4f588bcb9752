"""Names hold nothing that nobody sees, wherever they come from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rest_framework.test import APIClient

from backend.api.serializers import InputSerializer, NameField, StrictCharField
from backend.datasets.models import Label
from backend.datasets.services.importing.ingestion import labelled
from engine.formats.layout import Problem
from engine.formats.reading.paths import clean_path
from tests.backend.conftest import World, ok
from tests.backend.datasets.importing import bring
from tests.backend.images import image

HIDDEN = ["in\u202egnp.exe", "a\u2066b", "a\x07b", "a\x85b", "a\tb", "a\u2028b"]
# They are compared with a name that exists, or name a setting or a column.
NO_NAMES = {"PurgeSerializer", "SearchParameterSerializer", "GivenColumnSerializer"}


def _inputs(of: type[InputSerializer] = InputSerializer) -> Iterator[type[InputSerializer]]:
    for one in of.__subclasses__():
        yield one
        yield from _inputs(one)


def test_every_field_for_a_name_refuses_hidden_characters() -> None:
    import backend.config.urls  # noqa: F401

    for serializer in _inputs():
        for field, declared in serializer().fields.items():
            is_name = field in ("name", "organisation_name")
            if is_name and isinstance(declared, StrictCharField):
                assert isinstance(declared, NameField) or serializer.__name__ in NO_NAMES, (
                    f"{serializer.__name__}.{field} takes hidden characters. Make it a NameField."
                )


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.django_db
def test_projects_datasets_and_labels_are_not_named_so(
    api: APIClient, world: World, name: str
) -> None:
    dataset = f"/api/v1/datasets/{world.dataset.id}"
    calls = (
        api.patch(f"/api/v1/projects/{world.project.id}", {"name": name}),
        api.patch(dataset, {"name": name}),
        api.post(f"{dataset}/labels", {"name": name}),
    )
    for response in calls:
        assert ok(response, 422)["errors"][0]["code"] == "hidden_characters"


@pytest.mark.parametrize("name", ["שלום\u200f", "زهرة", "emoji 👩\u200d🔬", "e\u0301té"])
@pytest.mark.django_db
def test_names_of_every_script_are_taken(api: APIClient, world: World, name: str) -> None:
    ok(api.patch(f"/api/v1/projects/{world.project.id}", {"name": name}))


@pytest.mark.parametrize("name", HIDDEN)
def test_files_are_not_named_so(name: str) -> None:
    refused = clean_path(f"{name}.png")
    assert isinstance(refused, Problem)
    assert refused.code == "path_unsafe"
    assert refused.place.isprintable()


@pytest.mark.django_db
def test_a_label_of_a_file_named_so_is_kept_with_the_characters_written_out(world: World) -> None:
    session = bring(world, [("x.png", image(1), labelled("a\u202eb\x07c"))])
    assert (session.num_added, session.num_labelled) == (1, 1)
    assert [label.name for label in Label.objects.all()] == [r"a\u202eb\x07c"]
