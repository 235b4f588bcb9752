"""Fill an empty PostgreSQL installation with very many samples, or freeze them.

``fill N`` and ``freeze DATASET``; the last line printed is one JSON object.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time

from tests.benchmarks.million import NUM_LABELS

NUM_RARE = 100

# The database makes the rows itself: nine in ten samples labelled, each label equally often. They
# refer to what is there, so looking that up a million times is left out.
FILL = """
SET session_replication_role = replica;

INSERT INTO files_blob (sha256, bytes, media_type, created_at)
SELECT lpad(to_hex(n), 64, '0'), 1000 + n, 'image/png', now() FROM generate_series(1, {num}) n;

INSERT INTO datasets_sample (id, dataset_id, blob_id, name, width, height, excerpt, bytes,
    named_split, revision, labelled_at, created_by_id, created_at)
SELECT gen_random_uuid(), '{dataset}', lpad(to_hex(n), 64, '0'),
    'images/' || lpad(n::text, 7, '0') || '.png', 64 + n % 640, 64 + n % 480, '', 1000 + n, '',
    0, CASE WHEN n % 10 > 0 THEN now() - n * interval '1 second' END, '{user}',
    now() - n * interval '1 minute'
FROM generate_series(1, {num}) n;

INSERT INTO annotation_annotation (id, sample_id, label_id, key, position, source, author_id,
    created_at)
SELECT gen_random_uuid(), sample.id, label.id, '', 0, 'human', '{user}', now()
FROM datasets_sample sample JOIN datasets_label label
    ON label.position = (sample.bytes / 10) % {labels}
WHERE sample.labelled_at IS NOT NULL;

INSERT INTO annotation_annotation (id, sample_id, label_id, key, position, source, author_id,
    created_at)
SELECT gen_random_uuid(), sample.id, label.id, '', 0, 'human', '{user}', now()
FROM (SELECT id FROM datasets_sample WHERE labelled_at IS NOT NULL
      ORDER BY md5(name) LIMIT {rare}) sample
JOIN datasets_label label ON label.position = {labels};

UPDATE datasets_label SET num_samples =
    (SELECT count(*) FROM annotation_annotation WHERE label_id = datasets_label.id);

SET session_replication_role = origin;
"""


def main() -> int:
    """Do what is asked and print what it came to."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings"
    import django

    django.setup()
    response = _fill(int(sys.argv[2])) if sys.argv[1] == "fill" else _freeze(sys.argv[2])
    print(json.dumps(response))
    return 0


def _fill(num_samples: int) -> dict[str, str]:
    from django.core.management import call_command
    from django.db import connection

    from backend.accounts.models import Membership, Organisation, Role, User
    from backend.accounts.services.api_keys import create_api_key
    from backend.datasets.models import Dataset, Label
    from backend.projects.models import Project

    call_command("migrate", verbosity=0)
    user = User.objects.create_user(email="million@example.com", password=None)
    organisation = Organisation.objects.create(name="Million")
    Membership.objects.create(organisation=organisation, user=user, role=Role.OWNER)
    project = Project.objects.create(
        organisation=organisation, name="Million", task="image.classification"
    )
    dataset = Dataset.objects.create(
        project=project,
        name="Very large",
        task=project.task,
        multi_label=True,
        num_samples=num_samples,
        num_labelled=num_samples * 9 // 10,
    )
    labels = [
        Label(dataset=dataset, name=f"label {n}", color="#0072B2", position=n)
        for n in range(NUM_LABELS + 1)
    ]
    Label.objects.bulk_create(labels)
    with connection.cursor() as cursor:
        filling = FILL.format(
            num=num_samples, dataset=dataset.id, user=user.id, labels=NUM_LABELS, rare=NUM_RARE
        )
        for statement in filling.split(";\n"):
            if statement.strip():
                cursor.execute(statement)
        # As the server's own housekeeping does sooner or later.
        cursor.execute("VACUUM ANALYZE")
    key = create_api_key(
        user_id=user.id, organisation_id=organisation.id, name="Million", scopes=["read"]
    )
    return {
        "dataset": str(dataset.id),
        "common": str(labels[1].id),
        "rare": str(labels[NUM_LABELS].id),
        "key": key.secret,
    }


def _freeze(dataset_id: str) -> dict[str, str]:
    from backend.datasets.models import Dataset, DatasetVersion
    from backend.datasets.services.versioning.versions import build_version

    recipe = {"kind": "random", "train": 0.8, "validation": 0.1, "test": 0.1, "seed": 0}
    dataset = Dataset.objects.get(id=dataset_id)
    version = DatasetVersion.objects.create(
        dataset=dataset, number=1, multi_label=True, split_recipe=recipe
    )
    start = time.perf_counter()
    build_version(version.id, lambda done, total: None)
    seconds = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "seconds": f"{seconds:.1f}",
        "cpu_seconds": f"{used.ru_utime + used.ru_stime:.1f}",
        "peak_mb": f"{used.ru_maxrss / 1024:.0f}",
    }


if __name__ == "__main__":
    sys.exit(main())
