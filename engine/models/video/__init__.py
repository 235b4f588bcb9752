"""Networks that watch videos."""
