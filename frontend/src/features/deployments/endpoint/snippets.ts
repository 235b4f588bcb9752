import type { ExamplePart } from "./example-parts";

/** Code that calls an endpoint, ready to paste. `secret` is a key, or a place to put one. */
export interface Call {
  predictUrl: string;
  secret: string;
  parts: readonly ExamplePart[];
}

/** What stands in a snippet until a key was made: the shell would take `<` as a redirection. */
export const KEY_PLACEHOLDER = "YOUR_KEY";

type FilePart = Extract<ExamplePart, { file: string }>;

const isFile = (part: ExamplePart): part is FilePart => "file" in part;

const valuesOf = (parts: readonly ExamplePart[]) =>
  Object.fromEntries(parts.flatMap((part) => (isFile(part) ? [] : [[part.name, part.value]])));

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** A line for a POSIX shell: a form when a file goes along, JSON otherwise. */
export function curlSnippet({ predictUrl, secret, parts }: Call): string {
  const head = [
    `curl ${shellQuoted(predictUrl)}`,
    `-H ${shellQuoted(`Authorization: Bearer ${secret}`)}`,
  ];
  const body = parts.some(isFile)
    ? parts.map((part) =>
        isFile(part)
          ? `-F ${part.name}=@${part.file}`
          : `-F ${shellQuoted(`${part.name}=${textOf(part.value)}`)}`,
      )
    : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(valuesOf(parts)))}`];
  return [...head, ...body].join(" \\\n  ");
}

/** Python's standard library alone, so that nothing has to be installed first. */
export function pythonSnippet({ predictUrl, secret, parts }: Call): string {
  const files = parts.filter(isFile);
  const imports =
    files.length > 0 ? "import base64\nimport json\nfrom pathlib import Path" : "import json";
  const loads = files.map(
    ({ name, file }) =>
      `${name} = base64.b64encode(Path(${JSON.stringify(file)}).read_bytes()).decode()\n`,
  );
  const entries = parts.map((part) =>
    isFile(part)
      ? `${JSON.stringify(part.name)}: ${part.name}`
      : `${JSON.stringify(part.name)}: ${pythonValue(part.value)}`,
  );
  return `${imports}
from urllib.request import Request, urlopen

${loads.join("")}request = Request(
    ${JSON.stringify(predictUrl)},
    data=json.dumps({${entries.join(", ")}}).encode(),
    headers={
        "Authorization": ${JSON.stringify(`Bearer ${secret}`)},
        "Content-Type": "application/json",
    },
)
print(json.dumps(json.load(urlopen(request)), ensure_ascii=False, indent=2))
`;
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value).map(
      ([key, entry]) => `${JSON.stringify(key)}: ${pythonValue(entry)}`,
    );
    return `{${entries.join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** Node 20 or later, as a module (`call.mjs`); in a browser take the file from an input instead. */
export function javascriptSnippet({ predictUrl, secret, parts }: Call): string {
  const authorization = `Authorization: ${JSON.stringify(`Bearer ${secret}`)}`;
  const form = parts.some(isFile);
  const body = form
    ? [
        "const form = new FormData();",
        ...parts.map((part) =>
          isFile(part)
            ? `form.append(${JSON.stringify(part.name)}, new Blob([await readFile(${JSON.stringify(part.file)})]), ${JSON.stringify(part.file)});`
            : `form.append(${JSON.stringify(part.name)}, ${JSON.stringify(textOf(part.value))});`,
        ),
        "",
      ].join("\n")
    : "";
  return `${form ? 'import { readFile } from "node:fs/promises";\n\n' : ""}${body}${form ? "\n" : ""}const answer = await fetch(${JSON.stringify(predictUrl)}, {
  method: "POST",
  headers: { ${form ? authorization : `${authorization}, "Content-Type": "application/json"`} },
  body: ${form ? "form" : `JSON.stringify(${JSON.stringify(valuesOf(parts))})`},
});
if (!answer.ok) throw new Error(await answer.text());
console.log(JSON.stringify(await answer.json(), null, 2));
`;
}

/** The EasyDL-compatible call: token in the query, files as base64 without a `data:` head. */
export function easydlSnippet(
  easydlUrl: string,
  token: string,
  parts: readonly ExamplePart[],
): string {
  const head = [
    `curl ${shellQuoted(`${easydlUrl}?access_token=${token}`)}`,
    "-H 'Content-Type: application/json'",
  ];
  if (!parts.some(isFile)) {
    return [...head, `-d ${shellQuoted(JSON.stringify(valuesOf(parts)))}`].join(" \\\n  ");
  }
  const entries = parts.map((part) =>
    isFile(part)
      ? `\\"${part.name}\\": \\"$(base64 < ${part.file} | tr -d '\\n')\\"`
      : `\\"${part.name}\\": ${JSON.stringify(part.value).replaceAll('"', '\\"')}`,
  );
  return [...head, `-d "{${entries.join(", ")}}"`].join(" \\\n  ");
}

/** How an application turns its id and secret into an access token. */
export function tokenSnippet(origin: string, clientId: string): string {
  const query = `grant_type=client_credentials&client_id=${encodeURIComponent(clientId)}`;
  return `curl -X POST "${origin}/oauth/2.0/token?${query}&client_secret=$CLIENT_SECRET"`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
