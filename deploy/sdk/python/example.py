"""Say what an image shows: ``python example.py photo.jpg``."""

import sys
from pathlib import Path

from easel.runtime import load

model = load(Path(__file__).with_name("model"))
for prediction in model.predict(sys.argv[1]):
    print(f"{prediction.score:7.4f}  {prediction.name}")
