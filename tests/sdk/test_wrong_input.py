"""Whatever is wrong with what ``easel`` is given, it ends with one line that says so."""

from __future__ import annotations

import argparse
import http.server
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from easel.cli.main import build_parser, main
from easel.client.transport import Transport

from tests.sdk.tiny_package import plain_image, write_package
from tests.site import free_port

WRONG = ("absent", "empty_file", "empty_folder", "rubbish", "list.json", "rubbish.zip")
SERVERS = (
    "http://127.0.0.1:{closed}",
    "http://127.0.0.1:99999",
    "http://",
    "nowhere",
    "http://no.such.host.invalid",
    "http://127.0.0.1:{other}",
)


def leaves(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parsers of all commands that do something."""
    below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    for action in below:
        for command in action.choices.values():
            yield from leaves(command)
    if not below:
        yield parser


COMMANDS = {command.prog: command for command in leaves(build_parser())}
# Those that ask a server; the others work on this machine.
HERE = {"easel run", "easel list", "easel shelf", "easel predict", "easel login"}


@pytest.fixture(scope="module")
def other_server() -> Iterator[int]:
    """A server that is none of ours: it answers everything with a page."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            self.rfile.read(length)
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(b"<html>Welcome</html>")

        do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "empty_file").touch()
    (tmp_path / "empty_folder").mkdir()
    (tmp_path / "rubbish").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "rubbish.zip").write_bytes(b"PK\x03\x04" + bytes(range(256)))
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "photo.png").write_bytes(plain_image((230, 5, 5)))
    write_package(tmp_path / "package")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("EASEL_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr(Transport, "first_wait_seconds", 0.0)
    for name in ("EASEL_URL", "EASEL_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def words_of(command: argparse.ArgumentParser, path: str) -> list[str]:
    """Return a command with all that it needs; what is a path is the one that is given."""
    words = command.prog.split()[1:]
    groups = (one for one in command._mutually_exclusive_groups if one.required)
    chosen = [group._group_actions[0] for group in groups]
    for action in command._actions:
        if action.option_strings and not action.required and action not in chosen:
            continue
        value = path if action.type is Path else "image.classification"
        values = ["1"] if action.type in {int, float} else [value]
        words += [*action.option_strings[-1:], *values]
    return words


def refused(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command, and return the line that it ends with."""
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    printed, said = capsys.readouterr()
    assert status != 0, printed + said
    assert "Traceback" not in said, said
    *_, last = said.strip().splitlines()
    return last


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - HERE))
def test_a_command_without_a_server_says_how_to_sign_in(
    name: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(words_of(COMMANDS[name], "photo.png"), capsys)

    assert "easel login" in said, said


# What an address can be like is the same for all of them.
@pytest.mark.parametrize(
    ("name", "address"),
    [
        *((name, SERVERS[0]) for name in sorted(set(COMMANDS) - HERE)),
        *((name, SERVERS[-1]) for name in sorted(set(COMMANDS) - HERE)),
        *(("easel projects list", address) for address in SERVERS[1:-1]),
    ],
)
def test_a_command_says_that_its_server_does_not_answer(
    name: str,
    address: str,
    place: Path,
    other_server: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EASEL_URL", address.format(closed=free_port(), other=other_server))
    monkeypatch.setenv("EASEL_API_KEY", "ek_none")

    assert refused(words_of(COMMANDS[name], "photo.png"), capsys).startswith("easel: ")


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"url": 1}'])
def test_a_broken_file_of_credentials_is_none(
    content: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "config/easel").mkdir(parents=True)
    (place / "config/easel/credentials.json").write_text(content)

    assert "easel login" in refused(["projects", "list"], capsys)


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(
    "command",
    [
        "run GIVEN --input photo.png",
        "run package --input GIVEN",
        "run package --input photo.png --output empty_file",
        "run package --input photo.png --output GIVEN/x --format images --threshold high",
        "shelf GIVEN photo.png",
        "shelf package GIVEN",
        "predict GIVEN photo.png",
        "predict http://127.0.0.1:9/predict GIVEN",
        "list --json --field name GIVEN",
    ],
)
def test_a_command_here_says_in_one_line_what_is_wrong(
    command: str, wrong: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(refused(command.replace("GIVEN", wrong).split(), capsys)) > 20


@pytest.mark.parametrize("address", SERVERS)
def test_a_dead_endpoint_is_said_in_one_line(
    address: str, place: Path, other_server: int, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{address.format(closed=free_port(), other=other_server)}/predict"

    assert refused(["predict", url, "photo.png"], capsys).startswith("easel: ")


@pytest.mark.parametrize("address", SERVERS)
def test_a_login_at_a_wrong_address_is_refused_and_not_kept(
    address: str, place: Path, other_server: int, capsys: pytest.CaptureFixture[str]
) -> None:
    url = address.format(closed=free_port(), other=other_server)

    assert refused(["login", url, "--key", "ek_none"], capsys).startswith("easel: ")
    assert not (place / "config").exists()


@pytest.mark.parametrize(
    ("command", "nearest"),
    [
        ("run package --inptu photo.png --input photo.png", "--input"),
        ("projects create x --taks y", "--task"),
    ],
)
def test_of_an_argument_there_is_not_the_nearest_is_named(
    command: str, nearest: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"'{nearest}'" in refused(command.split(), capsys)


def test_a_field_is_printed_alone_and_one_there_is_not_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from easel.cli.output import Output

    rows = [{"id": "a", "job": {"state": "done"}, "n": 1}, {"id": "b", "job": None, "n": 2}]
    Output(as_json=False, field="id").table(rows, ("n",))
    Output(as_json=False, field="job.state").table(rows[:1], ("n",))
    Output(as_json=False, field="n").document(rows[1])
    Output(as_json=False, field="n").line("for people")

    assert capsys.readouterr().out == "a\nb\ndone\n2\n"
    with pytest.raises(ValueError, match="There are: id, job, n"):
        Output(as_json=False, field="name").document(rows[0])


@pytest.mark.parametrize("port", ["99999", "0", "some"])
def test_a_port_that_there_cannot_be_is_named(
    port: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"http://127.0.0.1:{port}/predict"
    said = refused(["predict", address, "photo.png"], capsys)
    assert f"The port in '{address}' is wrong" in said
    assert "65535" in said


def test_of_a_command_that_there_is_not_the_nearest_is_named(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(["predct", "photo.png"], capsys).endswith("Did you mean 'predict'?")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("easel ")
