"""The worker process: ``celery -A workers.app worker --pool threads``.

Celery only brings word that there is something to do. What runs is decided by the rows, so that
jobs go on and begin while the broker is away.
"""

from __future__ import annotations

import os
import warnings
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

import django

django.setup()

from celery import signals
from celery.platforms import SecurityWarning
from django.conf import settings

from backend.api.room import keep_reserve
from backend.config.celery import make_celery
from backend.config.env import read_environment
from backend.config.private import keep_files_private
from backend.decoding.pool import pool
from backend.schedules.services.due import begin_due
from backend.workspace.services.sample_steps import advance_samples
from workers.alerts import AlertWatch, DeliverySender
from workers.executor import JobExecutor
from workers.housekeeping import Housekeeping
from workers.identity import installation_of
from workers.launchers.choosing import chosen_launcher
from workers.reconcile import Reconciler
from workers.runners.table import RUNNERS
from workers.servers import DeploymentController
from workers.studies import advance_studies

STOP_SECONDS = 90.0
# Nobody waits for a job as for an answer: its files take their turn.
DECODING_PATIENCE_SECONDS = 3600.0

# It is about unpickling messages as root; ours are JSON, and a container's root is its own.
warnings.filterwarnings("ignore", category=SecurityWarning)

keep_files_private(read_environment())
app = make_celery("easel")
app.conf.update(
    broker_connection_max_retries=None,
    imports=("workers.tasks.run_job", "workers.tasks.send_password_link"),
)

pool().patience_seconds = DECODING_PATIENCE_SECONDS

installation = installation_of(settings.ENVIRONMENT.data)
launcher = chosen_launcher(installation)
executor = JobExecutor(installation=installation, launcher=launcher, runners=RUNNERS)
housekeeping = Housekeeping()
controller = DeploymentController(launcher=launcher)
alerts = AlertWatch()
sender = DeliverySender()
reconciler = Reconciler(
    # What searches, samples and schedules ask for is taken up by the queue in the same round.
    (
        keep_reserve,
        executor.beat,
        executor.take_over_stale,
        advance_studies,
        advance_samples,
        begin_due,
        executor.take_queued,
        controller.keep,
        alerts.watch_endpoints,
        sender.send_due,
        housekeeping.keep_house,
    ),
    pause=controller.pause,
    wake=executor.wake,
    stopping=executor.stopping,
)


@signals.worker_init.connect
def start(**_: Any) -> None:
    """Begin before there is a broker: the rows are enough."""
    reconciler.start()


@signals.worker_shutting_down.connect
def ask_to_stop(**_: Any) -> None:
    """Let jobs begin to end at the first word of a shutdown."""
    executor.stopping.set()
    executor.wake.set()


@signals.worker_shutdown.connect
def stop(**_: Any) -> None:
    """Leave jobs resumable and model servers running: the next worker finds both."""
    executor.stop(timeout_seconds=STOP_SECONDS)
    reconciler.join(STOP_SECONDS)
