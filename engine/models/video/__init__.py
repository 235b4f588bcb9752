"""Networks that watch films."""
