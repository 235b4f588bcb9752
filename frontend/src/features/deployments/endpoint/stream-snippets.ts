import { isFile } from "@/components/inputs/example-parts";

import { shellQuoted, valuesOf } from "./example-values";
import { streamAddress } from "./live/stream-url";
import { jsonText, loadsOf } from "./python-snippets";
import { bodyWords, type Call } from "./snippets";

/** A WebSocket by Python's package `websockets`: a message for each input, an answer for each. */
export function streamPythonSnippet({ predictUrl, secret, parts }: Call): string {
  const [first, ...more] = parts;
  const isOneFile = first !== undefined && isFile(first) && more.length === 0;
  const imports = isOneFile
    ? ["import json", "from pathlib import Path"]
    : [...(parts.some(isFile) ? ["import base64"] : []), "import json"];
  const [load, inputs, read] = isOneFile
    ? ["", JSON.stringify(first.file), "Path(one).read_bytes()"]
    : [loadsOf(parts), jsonText(parts), "one"];
  return `${imports.join("\n")}

from websockets.exceptions import InvalidStatus  # pip install websockets
from websockets.sync.client import connect

${load}url = ${JSON.stringify(streamAddress(predictUrl))}
caller = {"Authorization": ${JSON.stringify(`Bearer ${secret}`)}}
inputs = [${inputs}]
try:
    with connect(url, additional_headers=caller, max_size=None) as stream:
        for one in inputs:
            stream.send(${read})
            answer = json.loads(stream.recv())
            print(json.dumps(answer, ensure_ascii=False, indent=2))
except InvalidStatus as error:
    raise SystemExit(error.response.body.decode())
`;
}

/** Lines for a POSIX shell: each answer is an event, sent as soon as it is there. */
export function eventsCurlSnippet({ predictUrl, secret, parts }: Call): string {
  const values = valuesOf(parts);
  const body = parts.some(isFile)
    ? bodyWords(parts)
    : bodyWords([{ name: "inputs", value: [values, values] }]);
  return [
    `curl --no-buffer ${shellQuoted(predictUrl)}`,
    "-H 'Accept: text/event-stream'",
    `-H ${shellQuoted(`Authorization: Bearer ${secret}`)}`,
    ...body,
  ].join(" \\\n  ");
}
