"""``python -m engine add_price_reader``: teach a package of shelves to read price tags."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console


def run(options: Namespace) -> int:
    """Write the package that reads prices and say so."""
    from engine.export.price_reader import add_price_reader

    manifest = add_price_reader(options.package, options.reader, options.output)
    Console().print(
        f"{options.output} reads price tags with {len(manifest.networks)} networks.", style=None
    )
    return 0
