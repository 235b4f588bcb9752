"""Calls are measured and counted, so that others can tell whether they have drifted."""
