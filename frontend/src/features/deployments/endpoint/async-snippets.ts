import { isFile, type ExamplePart } from "@/components/inputs/example-parts";

import { shellQuoted } from "./example-values";
import { headersOf, jsonBody, loadsOf } from "./python-snippets";
import { bodyWords } from "./snippets";

/** A call that is accepted at once and answered later. */
export interface AsyncCall {
  predictionsUrl: string;
  secret: string;
  parts: readonly ExamplePart[];
}

/** Lines for a POSIX shell: have the call accepted, ask until it is finished, show the result. */
export function asyncCurlSnippet({ predictionsUrl, secret, parts }: AsyncCall): string {
  const authorization = `-H ${shellQuoted(`Authorization: Bearer ${secret}`)}`;
  const accept = [
    `curl --silent --show-error --fail ${shellQuoted(predictionsUrl)}`,
    "--output /dev/null --dump-header -",
    authorization,
    ...bodyWords(parts),
  ].join(" \\\n  ");
  const origin = new URL(predictionsUrl).origin;
  return `location=$(${accept} | tr -d '\\r' | sed -n 's/^[Ll]ocation: //p')
while [ -n "$location" ]; do
  sleep 1
  curl --silent --show-error --fail ${shellQuoted(origin)}"$location" \\
    --output prediction.json ${authorization} || break
  grep -qE '"status":"(queued|running)"' prediction.json || { cat prediction.json; break; }
done`;
}

/** Python's standard library alone: have the call accepted, and ask until it is finished. */
export function asyncPythonSnippet({ predictionsUrl, secret, parts }: AsyncCall): string {
  const [first, ...more] = parts;
  const isOneFile = first !== undefined && isFile(first) && more.length === 0;
  const imports = isOneFile
    ? ["json", "os", "time"]
    : [...(parts.some(isFile) ? ["base64"] : []), "json", "time"];
  const headers = isOneFile
    ? ['"Content-Type": "application/octet-stream"', '"Content-Length": str(os.path.getsize(path))']
    : ['"Content-Type": "application/json"'];
  const [load, data] = isOneFile
    ? [`path = ${JSON.stringify(first.file)}\n`, 'open(path, "rb")']
    : [loadsOf(parts), jsonBody(parts)];
  return `${imports.map((name) => `import ${name}`).join("\n")}
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

url = ${JSON.stringify(predictionsUrl)}
caller = {"Authorization": ${JSON.stringify(`Bearer ${secret}`)}}
${load}request = Request(
    url,
    data=${data},
    headers={${headersOf(["**caller", ...headers])}
    },
)
try:
    with urlopen(request) as accepted:
        address = urljoin(url, accepted.headers["Location"])
    prediction = {"status": "queued"}
    while prediction["status"] in ("queued", "running"):
        time.sleep(1)
        with urlopen(Request(address, headers=caller)) as answer:
            prediction = json.load(answer)
except HTTPError as error:
    raise SystemExit(error.read().decode())
print(json.dumps(prediction, ensure_ascii=False, indent=2))
`;
}
