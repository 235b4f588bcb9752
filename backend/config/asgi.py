"""The ASGI application: ``uvicorn backend.config.asgi:application``."""

import os

from django.core.asgi import get_asgi_application

from backend.config.assets import with_assets
from backend.config.env import ROOT

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")

application = with_assets(get_asgi_application(), ROOT / "frontend" / "dist")  # type: ignore[arg-type]
