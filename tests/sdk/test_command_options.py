"""Options of the command take the values that its help prints."""

from __future__ import annotations

import pytest
from easel.cli.main import build_parser


@pytest.mark.parametrize("value", ["-bytes", "-created_at", "-height", "name"])
def test_an_order_may_begin_with_a_minus(value: str) -> None:
    arguments = ["views", "save", "D", "large", "--search", "-5 degrees", "--order", value]
    options = build_parser().parse_args(arguments)
    assert (options.order, options.search, options.name) == (value, "-5 degrees", "large")


def test_an_option_that_is_known_is_nobodys_value(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["views", "save", "D", "large", "--order", "--search", "x"])
    assert "expected one argument" in capsys.readouterr().err
