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

/** The request as lines of the `easel` command, which names a run itself. */
export function commandCode(request: RunRequest, origin: string): string {
  const options = optionPairs(request.options ?? {});
  const words = [
    `--project ${request.project_id}`,
    ...request.dataset_version_ids.map((id) => `--version ${id}`),
    `--target ${request.target} --tier ${request.tier} --backbone ${request.backbone}`,
    ...options.map(([name, value]) => `--option ${shellQuoted(`${name}=${value}`)}`),
    ...(request.initial_model_version_id == null
      ? []
      : [`--from-model ${request.initial_model_version_id}`]),
    ...startWords(request),
    `--seed ${request.seed ?? 0}`,
  ];
  return [`easel login ${origin}`, ["easel train", ...words].join(" \\\n  ")].join("\n");
}

/** What a run starts from, where it is no model. */
function startWords({ pretrained, initial_model_version_id: model }: RunRequest): string[] {
  if (model != null) return [];
  return [pretrained === true ? "--pretrained" : "--from-scratch"];
}

/** Name nested options by their path, as the command line takes them. */
function optionPairs(options: object, prefix = ""): [name: string, value: string][] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? optionPairs(value, `${prefix}${name}.`)
      : [[prefix + name, String(value)] as [string, string]],
  );
}
