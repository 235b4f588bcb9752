"""The Celery tasks: ways in, ten lines each."""
