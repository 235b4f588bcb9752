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
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read what is printed has had enough; Python must not try to print the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
