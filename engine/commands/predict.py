"""``python -m engine predict``: run a package on image files, with the deployed runtime."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

import easel.runtime
from easel.errors import EaselError
from rich.console import Console

from engine.errors import DataError


def run(options: Namespace) -> int:
    """Print the answer for each image; a file that fails does not stop the others."""
    try:
        model = easel.runtime.load(options.package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    console = Console()
    failed = 0
    for image in options.images:
        try:
            predictions = model.predict(image)
        except EaselError as error:
            failed += 1
            sys.stderr.write(f"{image}: {error.message}\n")
            continue
        if options.json:
            results = [{"name": item.name, "score": item.score} for item in predictions]
            sys.stdout.write(json.dumps({"image": str(image), "results": results}) + "\n")
        else:
            answer = ", ".join(f"{item.name} {item.score:.4f}" for item in predictions)
            console.print(f"{image}: {answer or 'none of the labels'}", markup=False)
    return DataError.exit_status if failed else 0
