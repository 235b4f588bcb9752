"""``python -m engine add_product``: teach a package of shelves another product."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.console import Console

from engine.commands.predict import SUFFIXES
from engine.errors import DataError


def run(options: Namespace) -> int:
    """Write the package with the product and say what it knows."""
    from engine.export.add_product import add_product

    manifest = add_product(
        options.package, options.product, _photos(options.photos), options.output
    )
    names = ", ".join(label.name for label in manifest.labels)
    Console().print(f"{options.output} knows {len(manifest.labels)} products: {names}", style=None)
    return 0


def _photos(places: list[Path]) -> list[Path]:
    """Return files, and the images of folders, in the order of their names."""
    photos: list[Path] = []
    for place in places:
        if place.is_dir():
            photos += sorted(
                path for path in place.rglob("*") if path.suffix.lower() in SUFFIXES["image"]
            )
        elif place.is_file():
            photos.append(place)
        else:
            raise DataError(
                f"There is no photo '{place}'. Give a file or a folder.", code="no_samples"
            )
    return photos
