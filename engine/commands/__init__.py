"""The commands of ``python -m engine``; each module is imported only when its command runs."""
