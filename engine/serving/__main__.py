"""``python -m engine.serving`` is ``python -m engine serve``."""

import sys

from engine.serving import main

sys.exit(main())
