"""Shapes are described once: what mirrors a dataclass or a spec is made of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from pydantic import Field, JsonValue
from rest_framework import serializers

from backend.accounts.models import Role
from backend.api.shapes import serializer_of
from backend.api.spec_schemas import add_specs, components_of
from backend.api.specs import input_of, kinds_of
from engine.specs.spec import Spec

ROOT = Path(__file__).parents[3]
# Fewer fields are alike by chance, such as an id and a name.
LEAST = 3
ONE = UUID(int=1)


@dataclass(frozen=True)
class Part:
    """A part."""

    name: str


@dataclass(frozen=True)
class ThingView:
    """A thing; the text of its component."""

    id: UUID
    kind: Literal["a", "b"]
    role: Role
    parts: tuple[Part, ...]
    first: Part | None
    made_at: datetime
    score: float | None
    settings: Mapping[str, Any]
    tags: Sequence[str]


class Fast(Spec):
    kind: Literal["fast"] = "fast"
    num: Annotated[int, Field(ge=1)] | Literal["auto"] = "auto"


class Thorough(Spec):
    kind: Literal["thorough"] = "thorough"
    num: int = 2
    rate: float = 0.5
    note: str | None = None


Search = Annotated[Fast | Thorough, Field(discriminator="kind")]


def test_a_shape_is_shown_by_the_fields_that_its_types_give() -> None:
    thing = ThingView(
        ONE, "a", Role.OWNER, (Part("p"),), None, datetime(2026, 1, 1, tzinfo=UTC), None, {}, ("t",)
    )
    made = serializer_of(ThingView)
    assert (made.__name__, made.__doc__) == (
        "ThingSerializer",
        "A thing; the text of its component.",
    )
    assert made(thing).data == {
        "id": str(ONE),
        "kind": "a",
        "role": "owner",
        "parts": [{"name": "p"}],
        "first": None,
        "made_at": "2026-01-01T00:00:00Z",
        "score": None,
        "settings": {},
        "tags": ["t"],
    }


def test_a_field_that_is_given_stands_where_the_shape_has_it() -> None:
    made = serializer_of(ThingView, score=serializers.CharField(), without=("parts",))
    assert list(made().fields) == [name for name in ThingView.__annotations__ if name != "parts"]
    assert isinstance(made().fields["score"], serializers.CharField)


def test_a_shape_that_extends_another_adds_what_that_does_not_show() -> None:
    short = serializer_of(ThingView, "Short", without=("tags",), score=serializers.CharField())
    made = serializer_of(ThingView, "Long", extends=short)
    assert [*short().fields, "tags"] == list(made().fields)
    assert isinstance(made().fields["score"], serializers.CharField)


def test_a_type_that_the_api_cannot_show_is_named() -> None:
    @dataclass
    class Odd:
        """Odd."""

        where: Path

    Odd.__annotations__["where"] = Path
    with pytest.raises(TypeError, match="Path"):
        serializer_of(Odd)


def test_a_spec_is_taken_with_the_fields_of_all_its_kinds() -> None:
    reader = input_of(Search, "Search", "How to search.")
    assert kinds_of(Search) == ("fast", "thorough")
    assert reader(data={"kind": "thorough", "rate": 1, "note": None}).is_valid()
    for wrong in ({}, {"kind": "slow"}, {"kind": "fast", "num": "2"}, {"kind": "fast", "no": 1}):
        assert not reader(data=wrong).is_valid()


def _classes(path: Path) -> Iterator[ast.ClassDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield node


def _shapes(folders: Sequence[Path]) -> Iterator[tuple[frozenset[str], str]]:
    """Yield each dataclass, spec and typed dictionary with the names of its fields."""
    for path in sorted(file for folder in folders for file in folder.rglob("*.py")):
        for node in _classes(path):
            names = {
                one.target.id
                for one in node.body
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
            }
            yield frozenset(names), node.name


def _repeats() -> Iterator[str]:
    specs = dict(_shapes([ROOT / "engine" / "specs", ROOT / "engine" / "catalog"]))
    for app in sorted((ROOT / "backend").iterdir()):
        known = specs | dict(_shapes([app]))
        for path in sorted(app.rglob("*.py")):
            for node in _classes(path):
                names = frozenset(
                    one.targets[0].id
                    for one in node.body
                    if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
                )
                bases = {ast.unparse(base) for base in node.bases}
                if "OutputSerializer" in bases and len(names) >= LEAST and names in known:
                    yield f"{path.relative_to(ROOT)}: {node.name} repeats {known[names]}"


def test_no_serializer_repeats_the_fields_of_a_dataclass_or_a_spec() -> None:
    assert list(_repeats()) == [], "write serializer_of(…), see backend/api/shapes.py"


class Leaf(Spec):
    """The end of a branch."""

    title: str
    default: float | None = None
    pair: tuple[str, float] = ("", 0.0)


class Branch(Spec):
    """What leaves grow on."""

    kind: Literal["branch"] = "branch"
    leaves: tuple[Leaf, ...]
    rest: JsonValue


def test_a_spec_is_documented_as_it_is_stored_and_by_nothing_else() -> None:
    found = components_of(Branch, "Tree")
    assert set(found) == {"Tree", "Leaf"}
    assert found["Leaf"] == {
        "description": "The end of a branch.",
        "type": "object",
        "required": ["title", "default", "pair"],
        "properties": {
            "title": {"type": "string"},
            "default": {"type": ["number", "null"]},
            "pair": {
                "type": "array",
                "minItems": 2,
                "maxItems": 2,
                "prefixItems": [{"type": "string"}, {"type": "number"}],
            },
        },
    }
    assert found["Tree"]["properties"] == {
        "kind": {"type": "string", "const": "branch"},
        "leaves": {"type": "array", "items": {"$ref": "#/components/schemas/Leaf"}},
        "rest": {},
    }


def test_two_shapes_of_one_name_are_refused() -> None:
    # Which shapes there are is known once all views are.
    import_module("backend.config.urls")
    document = {"components": {"schemas": {"Report": {"type": "string"}}}}
    with pytest.raises(ValueError, match="are called Report"):
        add_specs(document)
