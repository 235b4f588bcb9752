import { isFile, type ExamplePart } from "@/components/inputs/example-parts";

import type { Call } from "./snippets";

const FAILED = `if "error_code" in answer:
    raise SystemExit(answer["error_msg"])
`;

/** Python's standard library alone, so that nothing has to be installed first. */
export function pythonSnippet({ predictUrl, secret, parts }: Call): string {
  const authorization = `"Authorization": ${JSON.stringify(`Bearer ${secret}`)}`;
  const [first, ...more] = parts;
  if (first !== undefined && isFile(first) && more.length === 0) {
    return fileSnippet(predictUrl, authorization, first.file);
  }
  return jsonSnippet(predictUrl, [authorization], parts);
}

/** The EasyDL-compatible call: token in the query, files as base64, errors with status 200. */
export function easydlPythonSnippet(
  easydlUrl: string,
  token: string,
  parts: readonly ExamplePart[],
): string {
  return jsonSnippet(`${easydlUrl}?access_token=${token}`, [], parts, FAILED);
}

/** One file is the whole body, and is sent as it is read. */
function fileSnippet(url: string, authorization: string, file: string): string {
  return `import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

path = ${JSON.stringify(file)}
with open(path, "rb") as file:
    request = Request(
        ${JSON.stringify(url)},
        data=file,  # sent in pieces, so a large file never lies in memory whole
        headers={
            ${authorization},
            "Content-Type": "application/octet-stream",
            "Content-Length": str(os.path.getsize(path)),
        },
    )
    try:
        answer = json.load(urlopen(request))
    except HTTPError as error:
        raise SystemExit(error.read().decode())
print(json.dumps(answer, ensure_ascii=False, indent=2))
`;
}

/** Several parts are one JSON object; files in it are base64, and lie in memory whole. */
function jsonSnippet(
  url: string,
  headers: readonly string[],
  parts: readonly ExamplePart[],
  failed = "",
): string {
  const imports = parts.some(isFile) ? "import base64\nimport json" : "import json";
  const all = [...headers, '"Content-Type": "application/json"'];
  return `${imports}
from urllib.error import HTTPError
from urllib.request import Request, urlopen

${loadsOf(parts)}request = Request(
    ${JSON.stringify(url)},
    data=${jsonBody(parts)},
    headers={${headersOf(all)}
    },
)
try:
    answer = json.load(urlopen(request))
except HTTPError as error:
    raise SystemExit(error.read().decode())
${failed}print(json.dumps(answer, ensure_ascii=False, indent=2))
`;
}

/** Lines that read the files of a request into memory, as base64. */
export const loadsOf = (parts: readonly ExamplePart[]) =>
  parts
    .filter(isFile)
    .map(
      ({ name, file }) =>
        `with open(${JSON.stringify(file)}, "rb") as file:\n` +
        `    ${name} = base64.b64encode(file.read()).decode()  # lies in memory whole\n`,
    )
    .join("");

/** The parts of a request as the bytes of one JSON object. */
export const jsonBody = (parts: readonly ExamplePart[]) => `${jsonText(parts)}.encode()`;

/** The parts of a request as the text of one JSON object; files are variables. */
export function jsonText(parts: readonly ExamplePart[]): string {
  const entries = parts.map((part) =>
    isFile(part)
      ? `${JSON.stringify(part.name)}: ${part.name}`
      : `${JSON.stringify(part.name)}: ${pythonValue(part.value)}`,
  );
  return `json.dumps({${entries.join(", ")}})`;
}

/** Headers of a request, one a line. */
export const headersOf = (headers: readonly string[]) =>
  headers.map((header) => `\n        ${header},`).join("");

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
