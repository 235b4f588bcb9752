"""What an administrator sets is read as it was meant, or refused with what is expected."""

from __future__ import annotations

import pytest

from backend.config.env import read_environment


@pytest.mark.parametrize(
    ("text", "ports"),
    [("0", range(0)), ("9000", range(9000, 9001)), ("9000-9019", range(9000, 9020))],
)
def test_ports_of_endpoints_are_a_range(
    monkeypatch: pytest.MonkeyPatch, text: str, ports: range
) -> None:
    monkeypatch.setenv("EASEL_SERVING_PORTS", text)
    assert read_environment().serving_ports == ports


@pytest.mark.parametrize("text", ["", "any", "9019-9000", "70000", "-1"])
def test_ports_that_are_none_are_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("EASEL_SERVING_PORTS", text)
    with pytest.raises(ValueError, match="Expected a range such as 9000-9099"):
        read_environment()
