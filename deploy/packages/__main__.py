"""``python -m deploy.packages``."""

from __future__ import annotations

import argparse
import platform
import sys
from pathlib import Path

from deploy.packages import advisories, page, sbom
from deploy.packages.installed import ROOT, shipped_packages


def main() -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m deploy.packages")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("write", help="write the page of licences and the bill of materials")
    commands.add_parser("check", help="compare both with what is installed")
    commands.add_parser("lock", help="write the constraints with the hashes of files")
    advisories = commands.add_parser("advisories", help="look for known vulnerabilities, off line")
    advisories.add_argument("file", type=Path, help="advisories in OSV's format: a zip, or JSON")
    options = parser.parse_args()
    if options.command == "write":
        page.PATH.write_text(page.page(), "utf-8")
        sbom.PATH.write_text(sbom.bill(), "utf-8")
        return 0
    if options.command == "check":
        return _check()
    if options.command == "lock":
        # pip's own modules are wanted here alone, and the index.
        from deploy.packages.lock import write_lock

        print(f"{write_lock()} packages.")
        return 0
    return _advisories(options.file)


def _check() -> int:
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        print("Wheels of this platform bring other libraries; compared on Linux on x86-64 alone.")
        return 0
    status = 0
    for path, text in ((page.PATH, page.page()), (sbom.PATH, sbom.bill())):
        if not path.exists() or path.read_text("utf-8") != text:
            name = path.relative_to(ROOT)
            print(f"{name} is not what is installed. Run: python -m deploy.packages write")
            status = 1
    return status


def _advisories(file: Path) -> int:
    """Print what was found; 1 when anything was."""
    try:
        found = advisories.find_vulnerable(shipped_packages(), advisories.read_advisories(file))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 65
    for one in found:
        fixed = f"fixed in {', '.join(one.fixed)}" if one.fixed else "no fix is known"
        print(f"{one.package} {one.version}: {one.advisory} {one.summary} ({fixed})")
    print(f"{len(found)} found.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
