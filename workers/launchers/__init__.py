"""Where processes run: on this machine, or elsewhere behind the same protocol."""
