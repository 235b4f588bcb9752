"""The Grafana dashboard asks for metrics and labels that there are, and its panels fit."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.serving.metrics import Metrics
from tests.site import ROOT

DASHBOARD: Any = json.loads((ROOT / "deploy/grafana/endpoints.json").read_text(encoding="utf-8"))
EXPRESSIONS = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
QUERIES = [item["definition"] for item in DASHBOARD["templating"]["list"] if "definition" in item]
COLUMNS = 24


@pytest.fixture(scope="module")
def shown() -> str:
    """Return the metrics after one call."""
    metrics = Metrics()
    metrics.count_response("cells", "1", "predict", 200, 0.01, 1)
    metrics.observe_in_flight(1)
    metrics.observe_predictions("cells", 2, 1)
    metrics.count_prediction("cells", "succeeded")
    return metrics.text().decode()


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *QUERIES])
def test_every_metric_and_label_that_is_asked_for_is_shown(expression: str, shown: str) -> None:
    names = re.findall(r"easel_\w+", expression)
    assert names
    for name in names:
        assert re.search(rf"^{name}[ {{]", shown, re.MULTILINE), f"there is no metric {name}"
    labels = set(re.findall(r"(\w+)=~?\"", shown)) | {"instance"}
    asked = {
        *re.findall(r"(\w+)=~\"", expression),
        *(
            word
            for group in re.findall(r"by \(([^)]*)\)", expression)
            for word in group.split(", ")
        ),
    }
    assert asked <= labels


def test_legends_and_filters_name_labels_and_variables_that_there_are() -> None:
    variables = {item["name"] for item in DASHBOARD["templating"]["list"]}
    text = json.dumps(DASHBOARD)
    assert set(re.findall(r"\$\{?(?!__)(\w+)", text)) == variables
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
                assert re.search(rf"by \([^)]*\b{label}\b", target["expr"])


def test_panels_lie_beside_and_below_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken
        assert max(x for x, _ in cells) < COLUMNS
        taken |= cells
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
