"""Which launcher the workers of this installation use."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from workers.launchers.launcher import Launcher


def chosen_launcher(installation: str) -> Launcher:
    """Return the launcher that ``EASEL_LAUNCHER`` names.

    It is a folder beside this file, or with a dot in its name a module from anywhere; what has
    ``make_launcher`` is one.

    Raises:
        ImproperlyConfigured: when there is none of this name.
    """
    name: str = settings.ENVIRONMENT.launcher
    module = name if "." in name else f"workers.launchers.{name}"
    try:
        launcher: Launcher = import_module(module).make_launcher(installation)
    except (ModuleNotFoundError, AttributeError) as error:
        raise ImproperlyConfigured(
            f"EASEL_LAUNCHER is '{name}', which is no launcher ({error}). Expected a folder of "
            "workers/launchers, such as local, or a module with make_launcher."
        ) from error
    return launcher
