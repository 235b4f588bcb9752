"""The walls between engine, backend and its apps, as import-linter checks them."""

from __future__ import annotations

import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest

from tests.site import ROOT

SHOWN = {"services", "selectors", "contracts"}
# What has no rows of its own is used whole: how requests are answered, and files decoded.
LIBRARIES = {"api", "config", "decoding"}
# On top of everything; nobody imports it.
ROOTS = {"demo"}
APPS = sorted(
    path.parent.name
    for path in (ROOT / "backend").glob("*/__init__.py")
    if path.parent.name not in LIBRARIES | ROOTS
)

# What backend and workers see of the engine.
SEEN = {"catalog", "drift", "errors", "formats", "specs", "validation"}
# Which trials to stop is worked out where their numbers come in.
SEEN_INSIDE = {"tuning": {"pruning"}}


def contracts() -> list[dict[str, Any]]:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found: list[dict[str, Any]] = document["tool"]["importlinter"]["contracts"]
    return found


@pytest.mark.parametrize("app", APPS)
def test_all_but_services_selectors_and_contracts_of_an_app_is_protected(app: str) -> None:
    children = {
        path.stem
        for path in (ROOT / "backend" / app).iterdir()
        if path.suffix == ".py" or any(path.glob("**/*.py"))
    }
    (protected,) = (
        one["protected_modules"]
        for one in contracts()
        if one["type"] == "protected" and one["allowed_importers"] == [f"backend.{app}"]
    )
    missing = children - SHOWN - {"__init__", "__pycache__"}
    assert set(protected) == {f"backend.{app}.{name}" for name in missing}


def test_backend_and_workers_are_forbidden_all_of_the_engine_but_what_they_see() -> None:
    forbidden = [
        name
        for one in contracts()
        if one["type"] == "forbidden" and one["source_modules"] == ["backend", "workers"]
        for name in one["forbidden_modules"]
        if name.startswith("engine.")
    ]
    wanted = _children(ROOT / "engine") - SEEN - set(SEEN_INSIDE)
    for folder, seen in SEEN_INSIDE.items():
        wanted |= {f"{folder}.{one}" for one in _children(ROOT / "engine" / folder) - seen}
    assert sorted(forbidden) == sorted(f"engine.{name}" for name in wanted)


def _children(folder: Path) -> set[str]:
    """Return the modules and packages of a folder."""
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    return modules | {path.parent.name for path in folder.glob("*/__init__.py")}


def test_imports_are_left_out_of_the_contracts_for_known_reasons_alone() -> None:
    """Where all is put together; a type; how dates are read; what counts with others; images."""
    ignored = [line for one in contracts() for line in one.get("ignore_imports", ())]
    assert set(ignored) == {
        "backend.config.asgi -> backend.**",
        "backend.config.urls -> backend.**",
        "engine.serving.calls -> easel.runtime.results",
        "engine.formats.tables.cells -> easel.dates",
        "engine.formats.tables.guesses.guess -> easel.dates",
        "engine.gateway.counters.shared -> redis",
        "engine.embeddings.embedders -> engine.embeddings.images",
    }


@pytest.mark.parametrize("packages", [("backend", "workers"), ("easel",)])
def test_no_files_of_backend_workers_and_sdk_import_each_other_in_a_circle(
    packages: tuple[str, ...],
) -> None:
    graph = grimp.build_graph(*packages, cache_dir=None)
    needed = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        pytest.fail(f"These import each other: {' ← '.join(error.args[1])}")


def test_only_launchers_of_the_workers_and_who_tells_workers_apart_know_processes() -> None:
    graph = grimp.build_graph("workers", include_external_packages=True, cache_dir=None)
    outside = {"psutil", "resource", "socket", "subprocess"}
    knowing = {one for name in outside for one in graph.find_modules_that_directly_import(name)}
    launchers = {one for one in knowing if one.startswith("workers.launchers.")}
    # The builder of the SDK is waited for where it is asked for; see there.
    assert knowing - launchers == {"workers.identity", "workers.processes", "workers.runners.sdk"}
    users = {
        one
        for name in graph.find_descendants("workers.launchers.local")
        for one in graph.find_modules_that_directly_import(name)
        if not one.startswith("workers.launchers.local")
    }
    assert users == {"workers.runners.sdk"}


def test_datasets_and_annotation_are_the_one_pair_of_apps_that_knows_each_other() -> None:
    (layers,) = (one["layers"] for one in contracts() if one.get("containers") == ["backend"])
    pairs = [set(line.split(" : ")) for line in layers if ":" in line]
    assert [one for one in pairs if one & set(APPS)] == [{"datasets", "annotation"}]
