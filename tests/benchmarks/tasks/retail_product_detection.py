"""``retail.product_detection``: shelves composed of photographs of groceries.

The 14 kinds of the data are the products; training shelves show its 420 training photos, the tested
ones the 280 of its test part, in layouts of their own. No photo of a tested shelf was trained on.
"""

from __future__ import annotations

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data, train

BAR = 0.75


def run(quick: bool) -> list[Measurement]:
    """Return the mean average precision over products (``quick``: few shelves, one epoch)."""
    options = (
        {"epochs": 1, "synthetic_shelves": 16, "image_size": 128, "product_size": 32}
        if quick
        else {"epochs": 12, "batch_size": 4, "image_size": 256, "synthetic_shelves": 240}
    )
    document = {
        "task": "retail.product_detection",
        "backbone": "shelf_small",
        "data": {
            "kind": "files",
            "format": "image_folder",
            "root": str(shared_data("groceries")),
        },
        "options": options,
        "seed": 0,
    }
    done = train(document, threads=2)
    return [measurement("shelves of groceries", "map_50", [done], bar=BAR)]
