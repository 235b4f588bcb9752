"""``easel shelf``: count the facings of a shelf, on one photo or on several put together."""

from __future__ import annotations

import argparse
from pathlib import Path

from easel.cli.arguments import Commands, command
from easel.cli.output import Output

_COLUMNS = ("name", "facings", "share_of_shelf", "layers")


def add_commands(commands: Commands) -> None:
    """Add ``shelf``."""
    parser = command(
        commands, "shelf", "Count the products of a shelf on overlapping photos of it.", _shelf
    )
    parser.add_argument("model", help="package of product detection, or its name in 'easel list'")
    parser.add_argument(
        "photos", nargs="+", type=Path, help="of one shelf, from left to right, overlapping"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="image of the whole shelf")
    parser.add_argument("--threshold", type=float, help="lowest score to keep, 0 to 1")


def _shelf(options: argparse.Namespace, output: Output) -> None:
    # Loads the inference library, which other commands spare.
    from easel.cli.drawing import annotate
    from easel.cli.library import package_path
    from easel.runtime import documents, load
    from easel.runtime.image import decode_image
    from easel.runtime.retail.panorama import merge, stitch
    from easel.runtime.retail.shelf import count_facings

    model = load(package_path(options.model))
    photos = [decode_image(photo) for photo in options.photos]
    panorama = stitch(photos)
    found = [model.predict(photo, threshold=options.threshold) for photo in photos]
    products = merge(found, panorama)
    shelf = count_facings(products).document()
    results = documents(products)
    if options.output is not None:
        annotate(panorama.pixels, results).save(options.output)
    if output.as_json:
        height, width = panorama.pixels.shape[:2]
        output.document({"width": width, "height": height, "results": results, **shelf})
        return
    columns = (
        (*_COLUMNS, "prices") if any("prices" in one for one in shelf["products"]) else _COLUMNS
    )
    output.table(shelf["products"], columns)
