"""Drive an Easel server: the REST API as Python objects.

>>> from easel.client import Client
>>> client = Client("http://127.0.0.1:8000", api_key="ek_…")
>>> for dataset in client.datasets.list(project=project_id):
...     print(dataset["name"])

``Endpoint`` asks a published model, with no account (``easel.client.endpoint``).
"""

from easel.client.client import Client
from easel.client.endpoint import Endpoint, Prediction
from easel.client.errors import ApiError, JobFailed, PredictionFailed

__all__ = ["ApiError", "Client", "Endpoint", "JobFailed", "Prediction", "PredictionFailed"]
