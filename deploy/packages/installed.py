"""The packages of a group of ``pyproject.toml`` and all that they need, as they are installed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy.packages.spdx import licence_of

ROOT = Path(__file__).resolve().parents[2]
# What reaches a customer; the group "test" does not.
SHIPPED = ("web", "serving", "engine")


@dataclass(frozen=True, order=True)
class Package:
    """One installed package: ``ecosystem`` is "pypi" or "npm", ``licence`` an SPDX expression."""

    ecosystem: str
    name: str
    version: str
    licence: str

    @property
    def purl(self) -> str:
        """Return its package URL, see github.com/package-url/purl-spec."""
        return f"pkg:{self.ecosystem}/{self.name.replace('@', '%40')}@{self.version}"


def shipped_packages() -> list[Package]:
    """Return what an installation holds: Python packages, and npm packages in the browser's bundle.

    Raises:
        metadata.PackageNotFoundError: when one is needed and not installed.
    """
    return sorted({*python_packages(*SHIPPED), *browser_packages()})


def python_packages(*groups: str) -> set[Package]:
    """Return the installed packages that these groups need, directly or through others."""
    found: dict[str, Package] = {}
    open_ = [one for group in groups for one in _requirements(group)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while open_:
        wanted = open_.pop()
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key in seen:
            continue
        seen.add(key)
        distribution = metadata.distribution(wanted.name)
        found[key[0]] = Package(
            "pypi", key[0], _public(distribution.version), licence_of(distribution)
        )
        open_ += _needs(distribution, wanted.extras)
    return set(found.values())


def browser_packages() -> set[Package]:
    """Return the npm packages that the browser's bundle is made of."""
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_bytes())
    return {
        Package("npm", path.rpartition("node_modules/")[2], entry["version"], entry["license"])
        for path, entry in lock["packages"].items()
        if path and not entry.get("dev") and not entry.get("devOptional")
    }


def _requirements(group: str) -> Iterator[Requirement]:
    document: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for one in document["dependency-groups"][group]:
        if isinstance(one, str):
            yield Requirement(one)
        else:
            yield from _requirements(one["include-group"])


def _needs(distribution: metadata.Distribution, extras: set[str]) -> list[Requirement]:
    environments = [{**default_environment(), "extra": extra} for extra in {"", *extras}]
    wanted = [Requirement(text) for text in distribution.requires or ()]
    return [
        one
        for one in wanted
        if one.marker is None or any(one.marker.evaluate(given) for given in environments)
    ]


def _public(version: str) -> str:
    """Return a version without the part that names a build, such as ``+cpu``."""
    return version.partition("+")[0]
