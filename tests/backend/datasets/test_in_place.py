"""Files taken in where they are: referred to, never copied, and compared when they are read."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.test import override_settings
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.api.errors import ApiError
from backend.config.env import _owners
from backend.datasets.models import Import, ImportProblem, Sample
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.sample_index import write_records
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services.blobs import put_bytes
from backend.files.services.local import bring_here, local_root
from backend.files.services.sources import addresses
from backend.files.services.store import store
from tests.backend.conftest import World, make_world, ok
from tests.backend.images import image

pytestmark = pytest.mark.django_db


@pytest.fixture
def images(tmp_path: Path) -> Iterator[Path]:
    """A folder of two classes that the administrator lets people import from."""
    root = tmp_path / "shared" / "pictures"
    for number, label in enumerate(("cat", "dog")):
        (root / "pets" / label).mkdir(parents=True)
        (root / "pets" / label / f"{number}.png").write_bytes(image(number))
    environment = dataclasses.replace(settings.ENVIRONMENT, import_folders=(root,))
    with override_settings(ENVIRONMENT=environment):
        yield root


def ingest(
    api: APIClient, world: World, place: dict[str, Any], layout: str = "image_folder"
) -> Import:
    """Import in place through the API, as the page does, and carry out the job."""
    session = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/imports", {"format": layout}), 201)
    address = f"/api/v1/imports/{session['id']}/sources"
    archive = ok(api.post(address, {"place": place}, format="json"), 202)
    assert archive["job"]["kind"] == "import_archive"
    reported: list[tuple[int, int]] = []
    run_archive_import(UUID(archive["id"]), lambda *step: reported.append(step))
    assert reported[-1][0] == reported[-1][1]
    return Import.objects.get(id=session["id"])


def kept_files() -> list[Path]:
    """Return the files that the store holds itself."""
    blobs = Path(store().root) / "blobs"
    return [path for path in blobs.rglob("*") if path.is_file() and not path.is_symlink()]


PETS = {"kind": "folder", "folder": 0, "path": "pets"}


def test_a_folder_is_referred_to_and_shown_without_a_copy(
    api: APIClient, world: World, images: Path
) -> None:
    session = ingest(api, world, PETS)
    assert (session.num_added, session.num_labelled) == (2, 2)
    assert kept_files() == []
    sample = Sample.objects.get(name="cat/0.png")
    content = image(0)
    assert sample.blob_id == hashlib.sha256(content).hexdigest()
    assert sample.bytes == len(content)
    address = f"/api/v1/samples/{sample.id}/file"
    assert b"".join(api.get(address)) == content
    small = api.get(f"/api/v1/samples/{sample.id}/image?size=160")
    assert small["Content-Type"] == "image/webp"


def test_nothing_can_be_imported_unless_the_administrator_allows_it(
    api: APIClient, world: World
) -> None:
    address = f"/api/v1/datasets/{world.dataset.id}/import-places"
    assert ok(api.get(address)) == {"folders": [], "buckets": [], "web": True, "below": []}
    session = ok(
        api.post(f"/api/v1/datasets/{world.dataset.id}/imports", {"format": "loose_files"}), 201
    )
    for place, code in (
        (PETS, "folder_unknown"),
        ({"kind": "bucket", "address": "s3://secrets/x"}, "source_refused"),
        ({"kind": "bucket", "address": "/etc"}, "bucket_malformed"),
    ):
        response = api.post(
            f"/api/v1/imports/{session['id']}/sources", {"place": place}, format="json"
        )
        assert response.json()["code"] == code


def test_folders_are_listed_and_none_leads_out(api: APIClient, world: World, images: Path) -> None:
    (images.parent / "secret").mkdir()
    (images / "way-out").symlink_to(images.parent / "secret")
    address = f"/api/v1/datasets/{world.dataset.id}/import-places"
    found = ok(api.get(address, {"folder": 0}))
    assert found["folders"] == [{"number": 0, "name": "pictures"}]
    assert found["below"] == ["pets"]
    assert ok(api.get(address, {"folder": 0, "path": "pets"}))["below"] == ["cat", "dog"]
    for path in ("..", "../secret", "way-out", "/etc", "pets/../../secret", "no\x00", "none"):
        response = api.get(address, {"folder": 0, "path": path})
        assert response.status_code in (400, 422), path
        session = ok(
            api.post(f"/api/v1/datasets/{world.dataset.id}/imports", {"format": "loose_files"}), 201
        )
        place = {"kind": "folder", "folder": 0, "path": path}
        response = api.post(
            f"/api/v1/imports/{session['id']}/sources", {"place": place}, format="json"
        )
        assert response.status_code in (400, 422), path


def test_a_folder_that_the_server_may_not_list_is_named(
    api: APIClient, world: World, images: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("backend.files.services.sources.folders.os.scandir", refuse)
    address = f"/api/v1/datasets/{world.dataset.id}/import-places"
    response = api.get(address, {"folder": 0, "path": "pets"})
    assert (response.status_code, response.json()["code"]) == (422, "folder_unreadable")
    assert response.json()["params"]["path"] == "pets"


def test_links_inside_a_folder_are_not_followed_out_of_it(
    api: APIClient, world: World, images: Path
) -> None:
    outside = images.parent / "secret.png"
    outside.write_bytes(image(9))
    (images / "pets" / "cat" / "link.png").symlink_to(outside)
    session = ingest(api, world, PETS)
    assert session.num_added == 2
    problems = ImportProblem.objects.filter(import_session=session)
    assert [(one.name, one.code) for one in problems] == [("cat/link.png", "path_unsafe")]


def test_viewers_may_not_look_at_the_folders_of_the_server(
    client_of: Callable[..., APIClient], world: World, images: Path
) -> None:
    viewer = client_of(world.member(Role.VIEWER))
    address = f"/api/v1/datasets/{world.dataset.id}/import-places"
    assert viewer.get(address).status_code == 403


def test_a_changed_or_vanished_file_is_told_and_a_touched_one_is_read(
    api: APIClient, world: World, images: Path
) -> None:
    ingest(api, world, PETS)
    path = images / "pets" / "cat" / "0.png"
    sample = Sample.objects.get(name="cat/0.png")
    address = f"/api/v1/samples/{sample.id}/file"
    os.utime(path, ns=(1, 1))
    assert b"".join(api.get(address)) == image(0)
    changed = bytearray(image(0))
    changed[-1] ^= 1
    path.write_bytes(bytes(changed))
    response = ok(api.get(address), 409)
    assert response["code"] == "source_changed"
    assert "cat/0.png" in unquote(response["params"]["address"])
    path.write_bytes(image(7, size=(40, 40)))
    assert ok(api.get(address), 409)["code"] == "source_changed"
    path.unlink()
    assert ok(api.get(address), 404)["code"] == "source_missing"
    path.symlink_to("/etc/passwd")
    assert api.get(address).json()["code"] == "source_refused"


def test_a_folder_that_is_no_longer_allowed_is_no_longer_read(
    api: APIClient, world: World, images: Path
) -> None:
    ingest(api, world, PETS)
    sample = Sample.objects.get(name="cat/0.png")
    with override_settings(
        ENVIRONMENT=dataclasses.replace(settings.ENVIRONMENT, import_folders=())
    ):
        response = api.get(f"/api/v1/samples/{sample.id}/file")
    assert (response.status_code, response.json()["code"]) == (403, "source_refused")


def test_runs_read_through_a_link_that_is_compared_first(
    api: APIClient, world: World, images: Path, tmp_path: Path
) -> None:
    ingest(api, world, PETS)
    records = [{"id": "1", "name": one.name, "sha256": one.blob_id} for one in Sample.objects.all()]
    root = write_records(records, tmp_path / "index.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "index.jsonl").read_text().splitlines()]
    assert {(root / line["file"]).read_bytes() for line in lines} == {image(0), image(1)}
    assert kept_files() == []
    path = images / "pets" / "dog" / "1.png"
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(ApiError) as error:
        write_records(records, tmp_path / "index.jsonl")
    assert error.value.code == "source_changed"


def test_a_file_that_is_sent_as_well_is_kept_from_then_on(
    api: APIClient, world: World, images: Path
) -> None:
    ingest(api, world, PETS)
    sha256 = Sample.objects.get(name="cat/0.png").blob_id
    bring_here(key_of(sha256))
    assert (local_root() / key_of(sha256)).is_symlink()
    assert put_bytes(content=image(0), media_type="image/png") == sha256
    assert Blob.objects.get(sha256=sha256).source == ""
    (images / "pets" / "cat" / "0.png").unlink()
    with store().open(key_of(sha256)) as file:
        assert file.read() == image(0)


def test_what_is_kept_already_is_not_referred_to(
    api: APIClient, world: World, images: Path
) -> None:
    sha256 = put_bytes(content=image(0), media_type="image/png")
    ingest(api, world, PETS)
    assert Blob.objects.get(sha256=sha256).source == ""


def test_the_same_file_elsewhere_takes_over_only_once_the_first_is_gone(
    api: APIClient, world: World, images: Path
) -> None:
    shutil.copytree(images / "pets", images / "more")
    ingest(api, world, PETS)
    ingest(api, world, {**PETS, "path": "more"})
    assert all("/pets/" in source for source in Blob.objects.values_list("source", flat=True))
    shutil.rmtree(images / "pets")
    ingest(api, world, {**PETS, "path": "more"})
    assert all("/more/" in source for source in Blob.objects.values_list("source", flat=True))
    sha256 = Sample.objects.get(name="cat/0.png").blob_id
    with store().open(key_of(sha256)) as file:
        assert file.read() == image(0)


@pytest.fixture
def bucket(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket with two images that the administrator lets people import from."""
    import s3fs
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    name = f"data-{uuid4().hex[:8]}"
    system = s3fs.S3FileSystem(endpoint_url=endpoint, use_listings_cache=False)
    system.mkdir(name)
    system.pipe({f"{name}/pets/{n}/{n}.png": image(n) for n in range(2)})
    environment = dataclasses.replace(
        settings.ENVIRONMENT, import_buckets=(f"s3://{name}/pets",), import_endpoint=endpoint
    )
    try:
        with override_settings(ENVIRONMENT=environment):
            yield name
    finally:
        server.stop()


def test_a_bucket_is_referred_to_and_its_changes_are_told(
    api: APIClient, world: World, bucket: str
) -> None:
    import s3fs

    session = ingest(api, world, {"kind": "bucket", "address": f"s3://{bucket}/pets"})
    assert (session.num_added, session.num_labelled) == (2, 2)
    assert kept_files() == []
    sample = Sample.objects.get(name="1/1.png")
    address = f"/api/v1/samples/{sample.id}/file"
    assert b"".join(api.get(address)) == image(1)
    bring_here(key_of(sample.blob_id))
    assert (local_root() / key_of(sample.blob_id)).read_bytes() == image(1)
    system = s3fs.S3FileSystem(
        endpoint_url=settings.ENVIRONMENT.import_endpoint, use_listings_cache=False
    )
    system.pipe_file(f"{bucket}/pets/1/1.png", image(1)[:-1] + b"!")
    assert ok(api.get(address), 409)["code"] == "source_changed"
    system.rm_file(f"{bucket}/pets/1/1.png")
    assert ok(api.get(address), 404)["code"] == "source_missing"
    other = {"kind": "bucket", "address": f"s3://{bucket}/pets-of-others"}
    opened = ok(
        api.post(f"/api/v1/datasets/{world.dataset.id}/imports", {"format": "loose_files"}), 201
    )
    response = api.post(f"/api/v1/imports/{opened['id']}/sources", {"place": other}, format="json")
    assert response.json()["code"] == "source_refused"


@dataclasses.dataclass
class Web:
    """A web server on the loopback address; ``pages`` is what it answers."""

    host: str
    pages: dict[str, tuple[int, dict[str, str], bytes]]

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{self.host}"


@pytest.fixture
def web() -> Iterator[Web]:
    """A web server that this installation may ask."""
    pages: dict[str, tuple[int, dict[str, str], bytes]] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = pages.get(self.path, (404, {}, b""))
            self.send_response(status)
            for key, value in headers.items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    host = f"127.0.0.1:{server.server_address[1]}"
    environment = dataclasses.replace(settings.ENVIRONMENT, import_private_hosts=(host,))
    try:
        with override_settings(ENVIRONMENT=environment):
            yield Web(host, pages)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_web_addresses_are_referred_to_and_their_changes_are_told(
    api: APIClient, world: World, web: Web
) -> None:
    web.pages["/cat/a.png"] = (200, {}, image(1))
    web.pages["/moved.png"] = (302, {"Location": "/dog/b.png"}, b"")
    web.pages["/dog/b.png"] = (200, {}, image(2))
    listed = [f"{web.url}/cat/a.png", f"{web.url}/moved.png", f"{web.url}/none.png", "ftp://x/y"]
    session = ingest(api, world, {"kind": "web", "addresses": listed}, "loose_files")
    assert session.num_added == 2
    problems = ImportProblem.objects.filter(import_session=session)
    assert {one.code for one in problems} == {"address_malformed", "source_not_there"}
    assert kept_files() == []
    sample = Sample.objects.get(name="127.0.0.1/cat/a.png")
    address = f"/api/v1/samples/{sample.id}/file"
    assert b"".join(api.get(address)) == image(1)
    web.pages["/cat/a.png"] = (200, {}, image(3))
    assert ok(api.get(address), 409)["code"] == "source_changed"
    del web.pages["/cat/a.png"]
    assert ok(api.get(address), 404)["code"] == "source_missing"


def test_an_address_in_any_script_is_read_and_a_bad_one_is_a_problem_of_its_own(
    api: APIClient, world: World, web: Web
) -> None:
    web.pages["/%E7%8C%AB/caf%C3%A9%20%231.png?q=%C3%BC"] = (200, {}, image(1))
    web.pages["/moved.png"] = (302, {"Location": "/%E7%8C%AB.png"}, b"")
    web.pages["/raw.png"] = (302, {"Location": "/猫.png".encode().decode("latin-1")}, b"")
    web.pages["/%E7%8C%AB.png"] = (200, {}, image(2))
    listed = [
        f"{web.url}/猫/café %231.png?q=ü",
        f"{web.url}/moved.png",
        f"{web.url}/raw.png",
        "http://☃☃..example/a.png",
        f"http://{'ü' * 80}.example/a.png",
        "http://host:99999999/a.png",
        "http://[::1/a.png",
        "http://bücher.invalid/a.png",
    ]
    session = ingest(api, world, {"kind": "web", "addresses": listed}, "loose_files")
    names = set(Sample.objects.values_list("name", flat=True))
    assert "127.0.0.1/猫/café #1.png" in names
    assert session.num_added == 2, names
    codes = [one.code for one in ImportProblem.objects.filter(import_session=session)]
    assert codes.count("address_malformed") == 4
    assert codes.count("source_unreachable") == 1


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("http://bücher.example/ä b?q=ö#x", "http://xn--bcher-kva.example/%C3%A4%20b?q=%C3%B6"),
        ("https://例え.テスト:8443/", "https://xn--r8jz45g.xn--zckzah:8443/"),
        ("http://h.example/a%20b%2Fc", "http://h.example/a%20b%2Fc"),
    ],
)
def test_an_address_is_sent_as_http_writes_it(written: str, sent: str) -> None:
    assert addresses.written_for_http(written) == sent


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("93.184.216.34", True),
        ("2606:4700:4700::1111", True),
        ("::ffff:93.184.216.34", True),
        ("2002:5db8:d822::1", True),
        ("64:ff9b::5db8:d822", True),
        ("192.88.99.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("::127.0.0.1", False),
        ("::93.184.216.34", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("::ffff:169.254.169.254", False),
        ("2002:7f00:1::", False),
        ("2002:a00:1::1", False),
        ("2001:0:5db8:d822::80ff:fffe", False),
        ("2001:db8::1", False),
        ("3fff::1", False),
        ("64:ff9b::a9fe:a9fe", False),
        ("64:ff9b:1::7f00:1", False),
        ("2606:4700::5efe:10.0.0.1", False),
        ("2606:4700::200:5efe:10.0.0.1", False),
        ("fc00::1", False),
        ("fd00:ec2::254", False),
        ("fe80::1%eth0", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("100::1", False),
        ("5f00::1", False),
    ],
)
def test_every_form_of_an_address_is_taken_for_where_it_leads(
    monkeypatch: pytest.MonkeyPatch, address: str, is_public: bool
) -> None:
    responses = [(10, 1, 6, "", (address, 80, 0, 0))]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_, **__: responses)
    try:
        found = list(addresses.checked_addresses("any.example", 80))
    except addresses.NotPublic:
        found = []
    assert bool(found) == is_public


def test_a_name_is_resolved_once_and_what_was_checked_is_connected_to(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server that answers differently the second time gains nothing."""
    web.pages["/a"] = (200, {}, b"x")
    port = int(web.host.rpartition(":")[2])
    asked = []

    def rebinding(host: str, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", ("127.0.0.1" if len(asked) > 1 else "93.184.216.34", port))]

    connected = []

    def connect(self: object, host: str, *_: object, **__: object) -> Any:
        connected.append(host)
        raise addresses.httpcore.ConnectError("no route")

    monkeypatch.setattr(addresses.socket, "getaddrinfo", rebinding)
    monkeypatch.setattr(addresses.httpcore.SyncBackend, "connect_tcp", connect)
    with pytest.raises(ApiError):
        addresses.fetch(f"http://rebound.example:{port}/a")
    assert (asked, connected) == (["rebound.example"], ["93.184.216.34"])


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:1/x",
        "http://localhost/x",
        "http://[::1]/x",
        "http://10.0.0.1/x",
        "http://192.168.1.1/x",
        "http://169.254.169.254/latest/meta-data",
        "http://0.0.0.0/x",
        "http://[::ffff:127.0.0.1]/x",
        "http://[64:ff9b::7f00:1]/x",
        "http://2130706433/x",
        "http://0x7f000001/x",
        "http://0177.0.0.1/x",
        "http://127.1/x",
        "http://[::127.0.0.1]/x",
        "http://[2002:7f00:1::]/x",
        "http://[fe80::1%25lo]/x",
        "http://①②⑦.0.0.1/x",
        "http://100.64.0.1/x",
        "file:///etc/passwd",
        "http://user:secret@example.com/x",
        "gopher://example.com/",
    ],
)
def test_no_address_leads_into_the_network_of_the_server(address: str) -> None:
    with pytest.raises(ApiError) as error:
        addresses.fetch(address)
    assert error.value.code == "source_refused"


def test_a_redirect_into_the_network_of_the_server_is_refused(web: Web) -> None:
    web.pages["/out"] = (302, {"Location": "http://127.0.0.1:1/secret"}, b"")
    web.pages["/file"] = (302, {"Location": "file:///etc/passwd"}, b"")
    web.pages["/round"] = (302, {"Location": "/round"}, b"")
    for path in ("/out", "/file", "/round"):
        with pytest.raises(ApiError) as error:
            addresses.fetch(f"{web.url}{path}")
        assert error.value.code == "source_refused"


def test_a_name_that_resolves_to_a_private_address_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    responses = [(2, 1, 6, "", ("93.184.216.34", 80)), (2, 1, 6, "", ("10.0.0.1", 80))]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_, **__: responses)
    with pytest.raises(ApiError) as error:
        addresses.fetch("http://innocent.example/x")
    assert error.value.code == "source_refused"


def test_a_file_that_is_too_large_is_left(web: Web) -> None:
    web.pages["/large"] = (200, {}, b"x" * 2000)
    with pytest.raises(ApiError) as error:
        addresses.fetch(f"{web.url}/large", max_bytes=1000)
    assert error.value.code == "source_refused"
    assert "1000" in error.value.message


def test_addresses_can_be_switched_off(web: Web) -> None:
    web.pages["/a"] = (200, {}, b"x")
    environment = dataclasses.replace(settings.ENVIRONMENT, import_addresses=False)
    with override_settings(ENVIRONMENT=environment), pytest.raises(ApiError) as error:
        addresses.fetch(f"{web.url}/a")
    assert error.value.code == "source_refused"


def test_places_of_imports_are_for_those_whom_the_administrator_gives_them(
    api: APIClient, world: World, tmp_path: Path, client_of: Callable[[User], APIClient]
) -> None:
    for name in ("given", "open", "nobodys"):
        (tmp_path / name / "inside").mkdir(parents=True)
    theirs = make_world("theirs")
    ours = frozenset({str(world.organisation.id)})
    environment = dataclasses.replace(
        settings.ENVIRONMENT,
        import_folders=tuple(tmp_path / name for name in ("given", "open", "nobodys")),
        import_buckets=("s3://given", "s3://open/x", "s3://nobodys"),
        import_owners={
            str(tmp_path / "given"): ours,
            str(tmp_path / "open"): frozenset({"*"}),
            "s3://given": ours,
            "s3://open/x": frozenset({"*"}),
        },
    )
    with override_settings(ENVIRONMENT=environment):
        mine = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/import-places"))
        assert [one["name"] for one in mine["folders"]] == ["given", "open"]
        assert mine["buckets"] == ["s3://given", "s3://open/x"]
        stranger = client_of(theirs.owner)
        address = f"/api/v1/datasets/{theirs.dataset.id}"
        seen = ok(stranger.get(f"{address}/import-places"))
        assert [(one["number"], one["name"]) for one in seen["folders"]] == [(1, "open")]
        assert seen["buckets"] == ["s3://open/x"]
        hidden = ok(stranger.get(f"{address}/import-places", {"folder": 0}), 422)
        absent = ok(stranger.get(f"{address}/import-places", {"folder": 9}), 422)
        assert hidden["code"] == absent["code"] == "folder_unknown"
        assert (hidden["params"], hidden["detail"].replace("0", "9")) == (
            absent["params"],
            absent["detail"],
        )
        opened = ok(stranger.post(f"{address}/imports", {"format": "loose_files"}), 201)
        for place, code in (
            ({"kind": "folder", "folder": 0, "path": ""}, "folder_unknown"),
            ({"kind": "bucket", "address": "s3://given/x"}, "source_refused"),
        ):
            response = stranger.post(
                f"/api/v1/imports/{opened['id']}/sources", {"place": place}, format="json"
            )
            assert response.json()["code"] == code


def test_who_may_import_is_named_by_id() -> None:
    one = "11111111-1111-1111-1111-111111111111"
    found = _owners([f"/data/a={one}|{one.upper()}", "s3://b=*", "/data/c", "/data/d="])
    assert found == {"/data/a": {one}, "s3://b": {"*"}, "/data/d": frozenset()}
    with pytest.raises(ValueError, match="Expected ids"):
        _owners(["/data/a=Acme"])
