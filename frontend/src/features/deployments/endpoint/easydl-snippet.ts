import { isFile, type ExamplePart } from "@/components/inputs/example-parts";

import { shellQuoted, valuesOf } from "./example-values";

/**
 * The EasyDL-compatible call from a POSIX shell: token in the query, files as base64 without a
 * `data:` head. A file goes through a pipe: no command line is long enough for more than a small
 * one.
 */
export function easydlSnippet(
  easydlUrl: string,
  token: string,
  parts: readonly ExamplePart[],
): string {
  const call = [
    `curl ${shellQuoted(`${easydlUrl}?access_token=${token}`)}`,
    "-H 'Content-Type: application/json'",
  ];
  const files = parts.filter(isFile);
  const values = JSON.stringify(valuesOf(parts));
  if (files.length === 0) return [...call, `-d ${shellQuoted(values)}`].join(" \\\n  ");
  const opened = values === "{}" ? "{" : `${values.slice(0, -1)}, `;
  const written = files.flatMap(({ name, file }, place) => [
    `printf '%s' ${shellQuoted(`${place === 0 ? opened : ", "}${JSON.stringify(name)}: "`)}`,
    `base64 < ${file} | tr -d '\\n'`,
    `printf '"'`,
  ]);
  const body = [...written.slice(0, -1), `printf '"}'`].map((line) => `  ${line}\n`).join("");
  return `{\n${body}} | ${[...call, "--data-binary @-"].join(" \\\n  ")}`;
}
