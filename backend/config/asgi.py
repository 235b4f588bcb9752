"""The ASGI application: ``uvicorn backend.config.asgi:application``."""

import gc
import os

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from backend.api.malformed import with_problems
from backend.config.assets import with_assets
from backend.config.env import ROOT, read_environment
from backend.config.memory import limit_arenas
from backend.config.private import keep_files_private
from backend.config.proxies import through_proxies
from backend.config.streams import with_streams

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

_environment = read_environment()
keep_files_private(_environment)
limit_arenas()

_streams = with_streams(get_asgi_application())  # type: ignore[arg-type]

# It reads what has models, which are there only now.
from backend.accounts.services.credentials import has_credentials  # noqa: E402
from backend.api.bodies import with_bounded_bodies  # noqa: E402

_bounded = with_bounded_bodies(_streams, has_credentials)
_wheels = with_assets(_bounded, ROOT / "wheels", under="/wheels/", only="")
_django = with_assets(_wheels, ROOT / "frontend" / "dist")
application = through_proxies(with_problems(_django), _environment.trusted_proxies)

# All views are loaded now, not by the first request. What is loaded stays: without this, every
# full collection would walk through it, and hold up a request for a tenth of a second.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
