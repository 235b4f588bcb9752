import type { Source } from "@/components/media/source";

/** The parts of one request by name: files, or values for JSON. */
export type Parts = Readonly<Record<string, unknown>>;

/** What somebody asks a model, and how to show it beside the answer. */
export interface Question {
  readonly parts: Parts;
  readonly source: Source;
}

/**
 * The body of a request: a form when a file is among the parts, JSON otherwise. In a form, values
 * that are no text are written as JSON.
 */
export function bodyOf(parts: Parts): FormData | string {
  if (!Object.values(parts).some((part) => part instanceof Blob)) return JSON.stringify(parts);
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Blob) form.append(name, part);
    else form.append(name, typeof part === "string" ? part : JSON.stringify(part));
  }
  return form;
}

/** The header that goes with a body; a form brings its own. */
export function headersOf(body: FormData | string): Record<string, string> {
  return typeof body === "string" ? { "Content-Type": "application/json" } : {};
}
