"""Chemical analyses of real wines, and the grape each is of."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from engine.examples.digits import sklearn_data
from engine.examples.example import Example
from engine.examples.files import write_table
from engine.specs.language import Language

COLUMNS: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "alcohol", "malic acid", "ash", "alkalinity of ash", "magnesium", "total phenols",
        "flavanoids", "nonflavanoid phenols", "proanthocyanins", "colour intensity", "hue",
        "OD280/OD315", "proline", "grape",
    ),
    "zh": (
        "酒精", "苹果酸", "灰分", "灰分碱度", "镁", "总酚", "黄酮类", "非黄酮酚", "原花青素",
        "颜色强度", "色调", "OD280/OD315", "脯氨酸", "葡萄品种",
    ),
}  # fmt: skip
GRAPES: Mapping[Language, tuple[str, ...]] = {
    "en": ("grape A", "grape B", "grape C"),
    "zh": ("品种甲", "品种乙", "品种丙"),
}
_SOURCE: Mapping[Language, str] = {
    "en": "Source: Aeberhard and Forina, Wine, UCI Machine Learning Repository (1991), CC BY 4.0, "
    "as scikit-learn bundles it.",
    "zh": "来源：Aeberhard 与 Forina，Wine，UCI 机器学习库（1991），CC BY 4.0，"
    "随 scikit-learn 附带。",
}


def write(root: Path, language: Language) -> None:
    """Write ``wines.csv``, whose last column is to be predicted."""
    with sklearn_data("wine_data.csv").open(newline="") as file:
        _, *rows = csv.reader(file)
    named = ((*row[:-1], GRAPES[language][int(row[-1])]) for row in rows)
    write_table(root / "wines.csv", COLUMNS[language], named)


EXAMPLE = Example(write, _SOURCE)
