from __future__ import annotations

import pytest

from engine.catalog import TASKS
from engine.specs.parse import options_class, parse_training_spec


def test_the_key_of_every_task_is_the_path_of_its_options() -> None:
    for key, card in TASKS.items():
        assert options_class(key) is card.options


@pytest.mark.parametrize("key", ["image.unknown", "unknown.task", "os.path", "image", "..", "a/b"])
def test_a_key_of_no_task_is_a_key_error(key: str) -> None:
    with pytest.raises(KeyError):
        parse_training_spec({"task": key})
