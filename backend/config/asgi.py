"""The ASGI application: ``uvicorn backend.config.asgi:application``."""

import gc
import os

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from backend.config.assets import with_assets
from backend.config.env import ROOT

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

application = with_assets(get_asgi_application(), ROOT / "frontend" / "dist")  # type: ignore[arg-type]

# All views are loaded now, not by the first request. What is loaded stays: without this, every
# full collection would walk through it, and hold up a request for a tenth of a second.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
