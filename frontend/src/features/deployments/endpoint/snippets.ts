/** Code that calls an endpoint, ready to paste. `secret` is a key, or a place to put one. */
export interface Call {
  predictUrl: string;
  secret: string;
}

/** What stands in a snippet until a key was made: the shell would take `<` as a redirection. */
export const KEY_PLACEHOLDER = "YOUR_KEY";

/** A line for a POSIX shell. */
export function curlSnippet({ predictUrl, secret }: Call): string {
  return [
    `curl ${shellQuoted(predictUrl)} \\`,
    `  -H ${shellQuoted(`Authorization: Bearer ${secret}`)} \\`,
    `  -F image=@photo.jpg`,
  ].join("\n");
}

/** Python's standard library alone, so that nothing has to be installed first. */
export function pythonSnippet({ predictUrl, secret }: Call): string {
  return `import base64
import json
from pathlib import Path
from urllib.request import Request, urlopen

image = base64.b64encode(Path("photo.jpg").read_bytes()).decode()
request = Request(
    ${JSON.stringify(predictUrl)},
    data=json.dumps({"image": image}).encode(),
    headers={
        "Authorization": ${JSON.stringify(`Bearer ${secret}`)},
        "Content-Type": "application/json",
    },
)
for result in json.load(urlopen(request))["results"]:
    print(result["name"], result["score"])
`;
}

/** Node 20 or later, as a module (\`call.mjs\`); in a browser take the file from an input instead. */
export function javascriptSnippet({ predictUrl, secret }: Call): string {
  return `import { readFile } from "node:fs/promises";

const form = new FormData();
form.append("image", new Blob([await readFile("photo.jpg")]), "photo.jpg");

const answer = await fetch(${JSON.stringify(predictUrl)}, {
  method: "POST",
  headers: { Authorization: ${JSON.stringify(`Bearer ${secret}`)} },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
for (const { name, score } of (await answer.json()).results) console.log(name, score);
`;
}

/** The EasyDL-compatible call: token in the query, image as base64 without a \`data:\` head. */
export function easydlSnippet(easydlUrl: string, token: string): string {
  return [
    `curl ${shellQuoted(`${easydlUrl}?access_token=${token}`)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d "{\\"image\\": \\"$(base64 < photo.jpg | tr -d '\\n')\\", \\"top_num\\": 5}"`,
  ].join("\n");
}

/** How an application turns its id and secret into an access token. */
export function tokenSnippet(origin: string, clientId: string): string {
  const query = `grant_type=client_credentials&client_id=${encodeURIComponent(clientId)}`;
  return `curl -X POST "${origin}/oauth/2.0/token?${query}&client_secret=$CLIENT_SECRET"`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
