#!/usr/bin/env python
"""Django's command line: ``python -m backend.manage <command>``."""

import os
import sys

from django.core.management import execute_from_command_line

from backend.config.env import read_environment
from backend.config.private import keep_files_private


def main() -> None:
    """Run a management command with Easel's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings")
    keep_files_private(read_environment())
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
