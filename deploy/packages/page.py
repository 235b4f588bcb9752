"""The page of licences, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from deploy.packages.bundled import LICENCES, NOT_SHIPPED, bundled_libraries
from deploy.packages.installed import ROOT, Package, shipped_packages

PATH = ROOT / "docs" / "reference" / "licences.md"

_HEAD = """\
# Licences

What an installation of Easel consists of, besides Easel itself (Apache License 2.0). Written by
`python -m deploy.packages write` from what is installed; `make check` compares. The same as a bill
of materials in CycloneDX: `deploy/sbom.cdx.json`.

- Packages under the MPL and the LGPL are used as they are published and can be exchanged.
- PyAV's wheel brings two encoders under the GPL, libx264 and libx265. Easel never encodes H.264 or
  H.265; the images of `deploy/docker` have a stand-in in their place that refuses to open. For an
  environment that you pass on, run `python -m deploy.packages.without_gpl` (needs a C compiler).
- To look for known vulnerabilities without a network, download the advisories for PyPI and npm of
  <https://osv.dev> (a zip of JSON files each) where there is one, and run
  `python -m deploy.packages advisories FILE.zip`.
"""


def page() -> str:
    """Return the whole page."""
    packages = shipped_packages()
    python = [one for one in packages if one.ecosystem == "pypi"]
    browser = [one for one in packages if one.ecosystem == "npm"]
    return "\n".join(
        (
            _HEAD,
            *_section("Python packages", python),
            *_section("Packages in the browser application", browser),
            *_libraries(),
        )
    )


def _section(title: str, packages: list[Package]) -> Iterator[str]:
    yield f"## {title}\n"
    yield "| package | version | licence |\n|--|--|--|"
    yield from (f"| {one.name} | {one.version} | {one.licence} |" for one in packages)
    yield ""


def _libraries() -> Iterator[str]:
    yield "## Libraries inside Python packages\n"
    yield "| library | licence |\n|--|--|"
    for name in bundled_libraries():
        note = "; a stand-in in the images" if name in NOT_SHIPPED else ""
        yield f"| {name} | {LICENCES[name]}{note} |"
    yield ""
