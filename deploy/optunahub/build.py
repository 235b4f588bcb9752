"""``python -m deploy.optunahub.build OUTPUT``: put together the sampler's package for OptunaHub.

OUTPUT becomes a copy of ``package/`` with the modules that the sampler imports beside it. They are
the engine's own, with imports made relative, so that the package stands alone and the algorithm is
written down once.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_TEMPLATE = Path(__file__).parent / "package"
_PACKAGE = Path("samplers") / "sfde"
_SAMPLER = "engine.tuning.samplers.sfde"
# The hub imports a package under a name of its own, and its modules below that.
_MODULES = "_engine"


def main() -> int:
    """Build the package into the folder named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m deploy.optunahub.build", description=__doc__)
    parser.add_argument("output", type=Path, help="folder to make; it must not exist")
    options = parser.parse_args()
    try:
        package = build(options.output)
    except FileExistsError:
        parser.error(f"{options.output} exists. Name a folder that does not, or delete it.")
    sys.stdout.write(f"{package}\n")
    return 0


def build(output: Path) -> Path:
    """Return the folder of the package below a new folder.

    Raises:
        FileExistsError: when the folder is there already.
    """
    shutil.copytree(_TEMPLATE, output, ignore=shutil.ignore_patterns("__pycache__"))
    package = output / _PACKAGE
    for module in _needed(_SAMPLER):
        path = package / _MODULES / _below(module)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_with_relative_imports(module))
    modules = package / _MODULES
    for folder in (modules, *(path for path in modules.rglob("*") if path.is_dir())):
        (folder / "__init__.py").touch()
    return package


def _needed(first: str) -> list[str]:
    """Return a module and all of the engine that it imports, by itself or through others."""
    found = [first]
    for module in found:
        found += [
            str(node.module) for node in _own_imports(module) if str(node.module) not in found
        ]
    return found


def _own_imports(module: str) -> list[ast.ImportFrom]:
    """Return the imports of the engine's modules.

    Raises:
        ValueError: for an import that cannot be made relative by its name alone.
    """
    found = []
    for node in ast.walk(ast.parse(_source(module).read_text())):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [str(node.module)]
            if names[0].startswith("engine.") and _source(names[0]).is_file():
                found.append(node)
                continue
        if any(name.partition(".")[0] == "engine" for name in names):
            raise ValueError(
                f"{module}, line {node.lineno}: only 'from engine.… import …' of a module's own "
                "names can be packed. Write the import this way."
            )
    return found


def _with_relative_imports(module: str) -> str:
    lines = _source(module).read_text().splitlines(keepends=True)
    # A module of engine.tuning.samplers is three folders below the package's modules.
    dots = "." * (module.count("."))
    for node in _own_imports(module):
        place = node.lineno - 1
        wanted = dots + str(node.module).removeprefix("engine.")
        lines[place] = lines[place].replace(str(node.module), wanted, 1)
    return "".join(lines)


def _source(module: str) -> Path:
    return _ROOT / Path(*module.split(".")).with_suffix(".py")


def _below(module: str) -> Path:
    return Path(*module.split(".")[1:]).with_suffix(".py")


if __name__ == "__main__":
    sys.exit(main())
