import type { TFunction } from "i18next";

import { exampleParts, isFile, type ExamplePart } from "@/components/inputs/example-parts";
import type { InputSpec } from "@/components/inputs/input-spec";

/** Python that runs a downloaded package; JSON as it is written here is Python, too. */
export function packageSnippet(input: InputSpec, t: TFunction): string {
  return `import easel.runtime

model = easel.runtime.load("package.zip")
print(model.predict(${sourceOf(input, exampleParts(input, t))}))`;
}

/** What `predict` takes: a lone part as it is, several as an object, and of rows a single one. */
function sourceOf(input: InputSpec, parts: readonly ExamplePart[]): string {
  const [first] = parts;
  if (first === undefined || parts.length > 1) {
    return pythonOf(Object.fromEntries(parts.map((part) => [part.name, valueOf(part)])));
  }
  const value = valueOf(first);
  return pythonOf(input.kind === "table" && Array.isArray(value) ? (value[0] as unknown) : value);
}

const valueOf = (part: ExamplePart) => (isFile(part) ? part.file : part.value);

const pythonOf = (value: unknown) =>
  JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "');
