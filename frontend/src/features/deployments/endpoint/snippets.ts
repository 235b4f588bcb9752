import { isFile, type ExamplePart } from "@/components/inputs/example-parts";

import { shellQuoted, valuesOf } from "./example-values";

/** Code that calls an endpoint, ready to paste. `secret` is a key, or a place to put one. */
export interface Call {
  predictUrl: string;
  secret: string;
  parts: readonly ExamplePart[];
}

/** What stands in a snippet until a key was made: the shell would take `<` as a redirection. */
export const KEY_PLACEHOLDER = "YOUR_KEY";

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** A line for a POSIX shell. */
export function curlSnippet({ predictUrl, secret, parts }: Call): string {
  const head = [
    `curl ${shellQuoted(predictUrl)}`,
    `-H ${shellQuoted(`Authorization: Bearer ${secret}`)}`,
  ];
  return [...head, ...bodyWords(parts)].join(" \\\n  ");
}

/** What curl is told of the parts: a form when a file goes along, JSON otherwise. */
export function bodyWords(parts: readonly ExamplePart[]): string[] {
  return parts.some(isFile)
    ? parts.map((part) =>
        isFile(part)
          ? `-F ${part.name}=@${part.file}`
          : `-F ${shellQuoted(`${part.name}=${textOf(part.value)}`)}`,
      )
    : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(valuesOf(parts)))}`];
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
            ? `form.append(${JSON.stringify(part.name)}, await openAsBlob(${JSON.stringify(part.file)}), ${JSON.stringify(part.file)});`
            : `form.append(${JSON.stringify(part.name)}, ${JSON.stringify(textOf(part.value))});`,
        ),
        "",
      ].join("\n")
    : "";
  return `${form ? 'import { openAsBlob } from "node:fs";\n\n' : ""}${body}${form ? "\n" : ""}const answer = await fetch(${JSON.stringify(predictUrl)}, {
  method: "POST",
  headers: { ${form ? authorization : `${authorization}, "Content-Type": "application/json"`} },
  body: ${form ? "form" : `JSON.stringify(${JSON.stringify(valuesOf(parts))})`},
});
if (!answer.ok) throw new Error(await answer.text());
console.log(JSON.stringify(await answer.json(), null, 2));
`;
}

/** How an application turns its id and secret into an access token. */
export function tokenSnippet(origin: string, clientId: string, clientSecret?: string): string {
  const query = `grant_type=client_credentials&client_id=${encodeURIComponent(clientId)}`;
  const secret = clientSecret === undefined ? "$CLIENT_SECRET" : encodeURIComponent(clientSecret);
  return `curl -X POST "${origin}/oauth/2.0/token?${query}&client_secret=${secret}"`;
}
