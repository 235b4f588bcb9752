"""``deploy/constraints.txt``: every installed package, and the hashes of its files.

pip refuses a file with another hash, whichever group it installs. Needs the package index.
"""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version
from pip._internal.models.index import PyPI

from deploy.packages.installed import ROOT

PATH = ROOT / "deploy" / "constraints.txt"
_JSON = "application/vnd.pypi.simple.v1+json"
_INTERPRETERS = re.compile(r"py3|py2\.py3|py311|cp3\d+")
_ABIS = {"cp311", "abi3", "none"}
_PLATFORMS = re.compile(r"any|manylinux\w*_(x86_64|aarch64)|macosx_\w+_(arm64|universal2)")


def write_lock() -> int:
    """Write the file from what is installed; return how many packages it holds."""
    installed = sorted(
        (canonicalize_name(one.name), one.version)
        for one in metadata.distributions()
        if one.name not in ("easel", "pip", "torch")
    )
    with ThreadPoolExecutor(8) as pool:
        entries = list(pool.map(lambda one: _entry(*one), installed))
    head = (
        f"# pip=={metadata.version('pip')}\n"
        "# Every package of every group, pinned, and the files that it may come from.\n"
        "# Refresh with: python -m deploy.packages lock. torch is installed first, by itself:\n"
        "# each kind of processor has another build of it, from another index.\n"
    )
    PATH.write_text(head + "".join(entries))
    return len(entries)


def _entry(name: str, version: str) -> str:
    hashes = set(_published(name, Version(version)))
    if not hashes:
        raise ValueError(f"The index has no file of {name} {version} for this Python.")
    lines = " \\\n".join(f"    --hash=sha256:{one}" for one in sorted(hashes))
    return f"{name}=={version} \\\n{lines}\n"


def _published(name: str, version: Version) -> Iterator[str]:
    """Yield the hashes of a version's files that suit Python 3.11, and of its source."""
    address = f"{PyPI.simple_url}/{name}/"
    request = urllib.request.Request(address, headers={"Accept": _JSON})
    with urllib.request.urlopen(request, timeout=60) as response:
        files = json.load(response)["files"]
    for file in files:
        if _suits(file["filename"], version):
            yield file["hashes"]["sha256"]


def _suits(filename: str, version: Version) -> bool:
    try:
        if not filename.endswith(".whl"):
            return parse_sdist_filename(filename)[1] == version
        _, found, _, tags = parse_wheel_filename(filename)
    except (InvalidSdistFilename, InvalidWheelFilename):
        return False
    return found == version and any(
        _INTERPRETERS.fullmatch(tag.interpreter)
        and tag.abi in _ABIS
        and _PLATFORMS.fullmatch(tag.platform)
        for tag in tags
    )
