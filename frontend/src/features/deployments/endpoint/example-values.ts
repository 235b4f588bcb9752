import type { ExamplePart } from "./example-parts";

export type FilePart = Extract<ExamplePart, { file: string }>;

export const isFile = (part: ExamplePart): part is FilePart => "file" in part;

/** The parts that are no files, by name. */
export const valuesOf = (parts: readonly ExamplePart[]) =>
  Object.fromEntries(parts.flatMap((part) => (isFile(part) ? [] : [[part.name, part.value]])));

/** A text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
