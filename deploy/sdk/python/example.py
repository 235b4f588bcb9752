"""Ask the model: ``python example.py photo.jpg``, a text, or an object as JSON."""

import json
import sys
from pathlib import Path

from easel.runtime import load

model = load(Path(__file__).with_name("model"))
question = sys.argv[1]
for result in model.predict(json.loads(question) if question.startswith("{") else question):
    print(json.dumps(result.document(), ensure_ascii=False))
