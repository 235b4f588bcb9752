/**
 * Write src/api/generated/schema.ts from the committed OpenAPI document.
 * With --check nothing is written: a stale file fails.
 */
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const document = new URL("../../tests/golden/openapi.json", import.meta.url);
const target = new URL("../src/api/generated/schema.ts", import.meta.url);
const header =
  "// Generated from tests/golden/openapi.json by `npm run generate`. Do not edit.\n\n";

// What no operation has is not written out as absent beside every one of them.
const absent = /^ +(?:cookie|head|options|trace)\?: never;\n/gm;

const fresh = header + astToString(await openapiTS(document)).replace(absent, "");

if (process.argv.includes("--check")) {
  const committed = await readFile(target, "utf8").catch(() => "");
  if (committed !== fresh) {
    console.error("src/api/generated/schema.ts is stale. Run `npm run generate` and commit it.");
    process.exit(1);
  }
} else {
  await writeFile(target, fresh);
}
