"""``python -m engine``: train, evaluate, export and run models without the product around them."""

from __future__ import annotations

import sys

from engine.cli import main

sys.exit(main())
