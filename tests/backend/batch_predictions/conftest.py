"""A dataset and a model to predict it with."""

from __future__ import annotations

from pathlib import Path

import pytest
from rest_framework.test import APIClient

from tests.backend.batch_predictions.bench import Bench
from tests.backend.conftest import World


@pytest.fixture
def bench(world: World, api: APIClient, tmp_path: Path) -> Bench:
    return Bench(world, api, tmp_path)
