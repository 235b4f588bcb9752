import { isFile, type ExamplePart } from "@/components/inputs/example-parts";

/** The parts that are no files, by name. */
export const valuesOf = (parts: readonly ExamplePart[]) =>
  Object.fromEntries(parts.flatMap((part) => (isFile(part) ? [] : [[part.name, part.value]])));

/** A text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
