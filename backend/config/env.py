"""All environment variables, read once. The same names serve laptop, server and cluster."""

from __future__ import annotations

import ipaddress
import os
import secrets
import shlex
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID

from backend.config.secret_files import stored_secret
from backend.config.variables import WrongVariable, address, folder, seconds, switch, whole

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_MAX_SECRET = 4096

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Environment:
    """What an administrator may set; every field names its variable in ``read_environment``."""

    data: Path
    secret_key: str
    debug: bool
    allowed_hosts: tuple[str, ...]
    public_url: str
    database_url: str
    broker_url: str
    files_url: str
    files_endpoint: str
    secure_cookies: bool
    sign_up_open: bool
    admin_email: str
    admin_password_file: Path | None
    admin_organisation: str
    email_host: str
    email_port: int
    email_security: str
    email_user: str
    email_password: str
    email_from: str
    web_processes: int
    compute_slots: int
    pretrained_folder: str
    weights_licences: tuple[str, ...]
    serving_host: str
    serving_ports: range
    max_upload_bytes: int
    max_image_pixels: int
    disk_reserve_bytes: int
    check_bytes_per_day: int
    decoder_processes: int
    decoder_memory_bytes: int
    decoder_patience_seconds: float
    trusted_origins: tuple[str, ...]
    trusted_proxies: tuple[Network, ...]
    metrics_networks: tuple[Network, ...]
    engine_command: tuple[str, ...]
    launcher: str
    import_folders: tuple[Path, ...]
    import_buckets: tuple[str, ...]
    import_owners: Mapping[str, frozenset[str]]
    import_endpoint: str
    import_addresses: bool
    import_private_hosts: tuple[str, ...]
    import_seconds: float
    webhook_private_hosts: tuple[str, ...]
    datumaro_python: str
    datumaro_memory_bytes: int


def read_environment() -> Environment:
    """Read ``EASEL_*`` variables; everything has a default that suits a laptop.

    Raises:
        WrongVariable: when one has a value that cannot be used.
    """
    get = os.environ.get
    data = folder("EASEL_DATA", ROOT / "var")
    public_url = address("EASEL_PUBLIC_URL", "http://127.0.0.1:8000")
    return Environment(
        data=data,
        secret_key=get("EASEL_SECRET_KEY") or _secret_key(data),
        debug=switch("EASEL_DEBUG", default=False),
        allowed_hosts=_words(get("EASEL_ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")),
        public_url=public_url,
        database_url=get("EASEL_DATABASE_URL", f"sqlite:///{data}/easel.sqlite3"),
        broker_url=get("EASEL_BROKER_URL", f"filesystem://{data}/queue"),
        files_url=get("EASEL_FILES_URL", f"file://{data}/files"),
        files_endpoint=get("EASEL_FILES_ENDPOINT", ""),
        secure_cookies=urlsplit(public_url).scheme == "https",
        sign_up_open=switch("EASEL_SIGN_UP_OPEN", default=True),
        admin_email=get("EASEL_ADMIN_EMAIL", "").strip(),
        admin_password_file=_file(get("EASEL_ADMIN_PASSWORD_FILE", "")),
        admin_organisation=get("EASEL_ADMIN_ORGANISATION", "").strip() or "Our organisation",
        email_host=get("EASEL_EMAIL_HOST", "").strip(),
        email_port=whole("EASEL_EMAIL_PORT", 587, least=1),
        email_security=_security(get("EASEL_EMAIL_SECURITY") or "starttls"),
        email_user=get("EASEL_EMAIL_USER", ""),
        email_password=first_line(
            "EASEL_EMAIL_PASSWORD_FILE", _file(get("EASEL_EMAIL_PASSWORD_FILE", ""))
        ),
        email_from=get("EASEL_EMAIL_FROM") or f"easel@{urlsplit(public_url).hostname}",
        web_processes=whole("EASEL_WEB_PROCESSES", 2, least=1),
        compute_slots=whole("EASEL_COMPUTE_SLOTS", 1, least=1),
        pretrained_folder=get("EASEL_PRETRAINED_FOLDER", str(data / "pretrained")),
        weights_licences=_words(get("EASEL_WEIGHTS_LICENCES", "")),
        serving_host=get("EASEL_SERVING_HOST", "127.0.0.1"),
        serving_ports=_ports(get("EASEL_SERVING_PORTS", "0")),
        max_upload_bytes=whole("EASEL_MAX_UPLOAD_BYTES", 20 * 2**30, least=1),
        # Pillow's own limit, from which on it warns of a decompression bomb.
        max_image_pixels=whole("EASEL_MAX_IMAGE_PIXELS", 89_478_485, least=1),
        disk_reserve_bytes=whole("EASEL_DISK_RESERVE_BYTES", 512 * 2**20, least=0),
        check_bytes_per_day=whole("EASEL_CHECK_BYTES_PER_DAY", 50 * 2**30, least=0),
        decoder_processes=whole(
            "EASEL_DECODER_PROCESSES", max(2, min(4, os.cpu_count() or 2)), least=1
        ),
        decoder_memory_bytes=whole("EASEL_DECODER_MEMORY_BYTES", 2 * 2**30, least=1),
        decoder_patience_seconds=seconds("EASEL_DECODER_PATIENCE_SECONDS", 20),
        trusted_origins=_words(get("EASEL_TRUSTED_ORIGINS", public_url)),
        trusted_proxies=_networks("EASEL_TRUSTED_PROXIES", get("EASEL_TRUSTED_PROXIES", "")),
        metrics_networks=_networks(
            "EASEL_METRICS_NETWORKS", get("EASEL_METRICS_NETWORKS", "127.0.0.0/8,::1/128")
        ),
        engine_command=tuple(
            shlex.split(get("EASEL_ENGINE_COMMAND", shlex.join((sys.executable, "-m", "engine"))))
        ),
        launcher=_launcher(get("EASEL_LAUNCHER") or "local"),
        import_folders=_folders(get("EASEL_IMPORT_FOLDERS", "")),
        import_buckets=tuple(
            word.partition("=")[0] for word in _words(get("EASEL_IMPORT_BUCKETS", ""))
        ),
        import_owners=_owners(
            get("EASEL_IMPORT_FOLDERS", "").split(os.pathsep)
            + get("EASEL_IMPORT_BUCKETS", "").split(",")
        ),
        import_endpoint=get("EASEL_IMPORT_ENDPOINT", get("EASEL_FILES_ENDPOINT", "")),
        import_addresses=switch("EASEL_IMPORT_ADDRESSES", default=True),
        import_private_hosts=_words(get("EASEL_IMPORT_PRIVATE_HOSTS", "")),
        import_seconds=seconds("EASEL_IMPORT_SECONDS", 12 * 3600),
        webhook_private_hosts=_words(get("EASEL_WEBHOOK_PRIVATE_HOSTS", "")),
        datumaro_python=get("EASEL_DATUMARO_PYTHON", ""),
        datumaro_memory_bytes=whole("EASEL_DATUMARO_MEMORY_BYTES", 8 * 2**30, least=1),
    )


def _ports(text: str) -> range:
    """Return the ports of ``9000-9099`` or ``9000``; none for ``0``, which means any free one.

    Raises:
        WrongVariable: when it is neither.
    """
    if text == "0":
        return range(0)
    first, _, last = text.partition("-")
    try:
        ports = range(int(first), int(last or first) + 1)
    except ValueError:
        ports = range(0)
    if not ports or ports[0] < 1 or ports[-1] > 65_535:
        raise WrongVariable(
            f"EASEL_SERVING_PORTS is '{text}'. Expected a range such as 9000-9099, or 0 for any."
        )
    return ports


def _launcher(text: str) -> str:
    """Return the name of a launcher; a module from elsewhere is looked for by the worker.

    Raises:
        WrongVariable: when it is neither a folder of ours nor a module.
    """
    folders = sorted(path.parent.name for path in ROOT.glob("workers/launchers/*/__init__.py"))
    # Where only the site runs there may be no code of workers; it does not ask for launchers.
    if "." not in text and folders and text not in folders:
        raise WrongVariable(
            f"EASEL_LAUNCHER is '{text}'. Expected {' or '.join(folders)}, or the dotted name of a "
            "module."
        )
    return text


def _file(text: str) -> Path | None:
    return Path(text) if text else None


def first_line(name: str, path: Path | None) -> str:
    """Return the secret that a file holds in its first line; nothing where no file is named.

    Raises:
        ValueError: when the file cannot be read.
    """
    if path is None:
        return ""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(_MAX_SECRET).rstrip("\r\n")
    except OSError as error:
        raise ValueError(
            f"{name} names '{path}', which cannot be read: {error.strerror}. Expected a file with "
            "the password in its first line."
        ) from error


def _security(text: str) -> str:
    """Return how mails are sent.

    Raises:
        ValueError: when it is no way we know.
    """
    if text not in ("starttls", "tls", "none"):
        raise ValueError(f"EASEL_EMAIL_SECURITY is '{text}'. Expected starttls, tls or none.")
    return text


def _folders(text: str) -> tuple[Path, ...]:
    """Return the folders of ``/data/images:/data/videos``.

    Raises:
        WrongVariable: when one is not absolute, not there, or is the root of all folders.
    """
    places = (part.partition("=")[0].strip() for part in text.split(os.pathsep))
    folders = tuple(Path(place) for place in places if place)
    for one in folders:
        if not one.is_absolute() or one == Path(one.anchor) or not one.is_dir():
            raise WrongVariable(
                f"EASEL_IMPORT_FOLDERS names '{one}'. Expected absolute folders that exist: "
                f"/data/images{os.pathsep}/data/videos."
            )
    return folders


def _owners(parts: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return for which organisations each of ``/data/videos=ID|ID`` and ``s3://bucket=*`` is.

    Names would not do: anybody may give an organisation the name of another.

    Raises:
        WrongVariable: when one is neither an id nor ``*``.
    """
    found = {}
    for part in parts:
        place, is_given, owners = part.strip().partition("=")
        if not is_given:
            continue
        ids = frozenset(owner.strip() for owner in owners.split("|") if owner.strip())
        for one in ids - {"*"}:
            try:
                UUID(one)
            except ValueError as error:
                raise WrongVariable(
                    f"'{part.strip()}' gives a place of imports to '{one}'. Expected ids of "
                    "organisations, as `python -m backend.manage organisations` lists them, or *."
                ) from error
        found[place.strip()] = frozenset(str(UUID(one)) if one != "*" else one for one in ids)
    return found


def _networks(name: str, text: str) -> tuple[Network, ...]:
    """Return the networks of ``10.0.0.1,192.168.0.0/24``.

    Raises:
        WrongVariable: when one is none.
    """
    try:
        return tuple(ipaddress.ip_network(word) for word in _words(text))
    except ValueError as error:
        raise WrongVariable(
            f"{name} is '{text}' ({error}). Expected addresses or networks, such as "
            "10.0.0.1,192.168.0.0/24."
        ) from error


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _secret_key(data: Path) -> str:
    data.mkdir(parents=True, exist_ok=True)
    return stored_secret(data / "secret_key", lambda: secrets.token_urlsafe(48).encode()).decode()
