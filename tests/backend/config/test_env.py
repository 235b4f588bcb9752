"""What an administrator sets is read as it was meant, or refused with what is expected."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from backend.config.env import read_environment
from backend.config.private import keep_files_private
from backend.config.variables import WrongVariable
from backend.up import main


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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("EASEL_COMPUTE_SLOTS", "-1"),
        ("EASEL_COMPUTE_SLOTS", "0"),
        ("EASEL_PUBLIC_URL", "foo"),
        ("EASEL_PUBLIC_URL", "http://x:port"),
        ("EASEL_IMPORT_FOLDERS", "/nonexist"),
        ("EASEL_WEB_PROCESSES", "x"),
        ("EASEL_WEB_PROCESSES", "0"),
        ("EASEL_DATA", __file__),
        ("EASEL_DATA", f"{__file__}/below"),
        ("EASEL_IMPORT_SECONDS", "nan"),
        ("EASEL_DECODER_PATIENCE_SECONDS", "0"),
        ("EASEL_SIGN_UP_OPEN", "yes"),
        ("EASEL_LAUNCHER", "kubernets"),
    ],
)
def test_a_wrong_variable_is_named_with_what_it_is_and_what_it_has_to_be(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(WrongVariable) as error:
        read_environment()
    assert str(error.value).startswith(f"{name} ")
    assert text in str(error.value)
    assert "Expected " in str(error.value)


def test_what_starts_the_site_says_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EASEL_WEB_PROCESSES", "x")
    assert main([]) == 78
    assert capsys.readouterr().err.startswith("EASEL_WEB_PROCESSES is 'x'. Expected")


@pytest.mark.parametrize("port", ["184240", "-1", "http"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([f"--port={port}"])
    assert "Expected a number from 1 to 65535" in capsys.readouterr().err


def test_a_data_folder_that_cannot_be_made_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = dataclasses.replace(read_environment(), data=tmp_path / "file" / "data")
    with pytest.raises(SystemExit, match=r"EASEL_DATA is .* Name a folder"):
        keep_files_private(environment)
