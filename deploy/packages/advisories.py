"""Known vulnerabilities of what is installed, from a file of advisories in the format of OSV.

Source: ossf.github.io/osv-schema (ranges of the kinds SEMVER and ECOSYSTEM, and lists of versions).
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from deploy.packages.installed import Package

_ECOSYSTEMS = {"pypi": "PyPI", "npm": "npm"}


@dataclass(frozen=True, order=True)
class Finding:
    """An advisory that holds for an installed package; ``fixed`` are the versions that end it."""

    package: str
    version: str
    advisory: str
    summary: str
    fixed: tuple[str, ...]


def read_advisories(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the advisories of a zip of JSON files, or of one JSON file with one or a list.

    Raises:
        ValueError: when the file is neither.
    """
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if name.endswith(".json")]
            for name in names:
                yield json.loads(archive.read(name))
        return
    try:
        document = json.loads(path.read_bytes())
    except ValueError as error:
        raise ValueError(
            f"'{path}' is neither a zip nor JSON. Download the advisories of an ecosystem as "
            "osv.dev offers them."
        ) from error
    yield from document if isinstance(document, list) else [document]


def find_vulnerable(
    packages: Iterable[Package], advisories: Iterable[Mapping[str, Any]]
) -> list[Finding]:
    """Return which advisories hold for which packages; withdrawn ones do not."""
    installed = {
        (_ECOSYSTEMS[one.ecosystem], _name(one.ecosystem, one.name), one.version): one
        for one in packages
    }
    by_name: dict[tuple[str, str], list[Package]] = {}
    for (ecosystem, name, _), package in installed.items():
        by_name.setdefault((ecosystem, name), []).append(package)
    found = set()
    for advisory in advisories:
        if advisory.get("withdrawn"):
            continue
        for affected in advisory.get("affected", ()):
            meant = affected.get("package", {})
            ecosystem = str(meant.get("ecosystem", ""))
            name = _name(ecosystem.lower(), str(meant.get("name", "")))
            for package in by_name.get((ecosystem, name), ()):
                if _is_affected(package.version, affected):
                    found.add(_finding(package, advisory, affected))
    return sorted(found)


def _finding(package: Package, advisory: Mapping[str, Any], affected: Mapping[str, Any]) -> Finding:
    fixed = {event["fixed"] for event in _events(affected) if "fixed" in event}
    summary = str(advisory.get("summary") or advisory.get("details") or "").partition("\n")[0]
    return Finding(
        package.name, package.version, str(advisory["id"]), summary[:200], tuple(sorted(fixed))
    )


def _is_affected(version: str, affected: Mapping[str, Any]) -> bool:
    """Tell whether a version is listed, or lies within a range."""
    if version in affected.get("versions", ()):
        return True
    return any(
        _in_range(version, one.get("events", ()))
        for one in affected.get("ranges", ())
        if one.get("type") in ("SEMVER", "ECOSYSTEM")
    )


def _in_range(version: str, events: Iterable[Mapping[str, str]]) -> bool:
    installed = _parsed(version)
    inside = False
    for event in sorted(events, key=lambda event: _parsed(next(iter(event.values())))):
        kind, at = next(iter(event.items()))
        reached = _parsed(at) <= installed
        if kind == "introduced" and reached:
            inside = True
        elif (kind == "fixed" and reached) or (kind == "last_affected" and _parsed(at) < installed):
            inside = False
    return inside


def _events(affected: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    for one in affected.get("ranges", ()):
        yield from one.get("events", ())


def _parsed(text: str) -> Version:
    """Return a version to compare by; OSV writes "0" for the first, and npm's are close enough."""
    try:
        return Version(text)
    except InvalidVersion:
        return Version(text.partition("-")[0].partition("+")[0] or "0")


def _name(ecosystem: str, name: str) -> str:
    return canonicalize_name(name) if ecosystem == "pypi" else name
