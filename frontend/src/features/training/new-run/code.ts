import type { RunRequest } from "../types";

/** A text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request as a curl line; the key comes from the environment, never from a page. */
export function curlCode(request: RunRequest, origin: string): string {
  return [
    `curl -X POST ${origin}/api/v1/training-runs \\`,
    `  -H "Authorization: Bearer $EASEL_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(JSON.stringify(request, null, 2))}`,
  ].join("\n");
}

/** The request in Python's standard library, so that it runs without installing anything. */
export function pythonCode(request: RunRequest, origin: string): string {
  return `import json
import os
from urllib.request import Request, urlopen

run = json.loads(r"""
${JSON.stringify(request, null, 2)}
""")
request = Request(
    "${origin}/api/v1/training-runs",
    data=json.dumps(run).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['EASEL_API_KEY']}",
        "Content-Type": "application/json",
    },
)
print(json.load(urlopen(request))["id"])
`;
}

/** The request as a line of the \`easel\` command. */
export function commandCode(request: RunRequest, origin: string): string {
  const lines = [
    `easel login --server ${origin}`,
    "easel train start \\",
    `  --project ${request.project_id} \\`,
    ...request.dataset_version_ids.map((id) => `  --dataset-version ${id} \\`),
    `  --target ${request.target} --tier ${request.tier} --backbone ${request.backbone} \\`,
  ];
  if (request.name !== undefined) lines.push(`  --name ${shellQuoted(request.name)} \\`);
  if (request.initial_model_version_id != null) {
    lines.push(`  --initial-model-version ${request.initial_model_version_id} \\`);
  }
  if (request.pretrained === true) lines.push("  --pretrained \\");
  lines.push(`  --options ${shellQuoted(JSON.stringify(request.options ?? {}))} \\`);
  lines.push(`  --seed ${request.seed ?? 0}`);
  return lines.join("\n");
}
