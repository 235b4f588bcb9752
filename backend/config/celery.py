"""The Celery application as the backend sees it: a way to send names, not to run them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from celery import Celery

from backend.config import file_queue
from backend.config.env import read_environment


def make_celery(name: str) -> Celery:
    """Return a Celery application on the configured broker.

    A ``filesystem:///folder`` broker keeps messages as files in that folder, so that one machine
    needs no server; anything else is handed to Celery as it is.
    """
    environment = read_environment()
    app = Celery(name)
    app.conf.update(
        broker_connection_retry_on_startup=True,
        task_ignore_result=True,
        task_acks_late=True,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
    )
    if urlsplit(environment.broker_url).scheme == "filesystem":
        file_queue.install()
        app.conf.update(_filesystem_transport(Path(urlsplit(environment.broker_url).path)))
    else:
        app.conf.broker_url = environment.broker_url
    return app


def _filesystem_transport(folder: Path) -> dict[str, object]:
    for part in ("messages", "control"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    return {
        "broker_url": "filesystem://",
        "broker_transport_options": {
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "control_folder": str(folder / "control"),
            "polling_interval": 0.2,
        },
        "worker_enable_remote_control": False,
    }


app = make_celery("easel")
