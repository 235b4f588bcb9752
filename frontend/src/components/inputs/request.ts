import type { components } from "@/api/generated/schema";
import type { Source } from "@/components/media/source";

/** What a request may hold beside a sample, as the API names it. */
type PartName = Exclude<keyof components["schemas"]["PredictRequest"], "sample_id">;

/** The parts of one request by name: files, or values for JSON. */
export type Parts = Readonly<Partial<Record<PartName, unknown>>>;

/** What somebody asks a model, and how to show it beside the answer. */
export interface Question {
  readonly parts: Parts;
  readonly source: Source;
}

/**
 * The body of a request: a form when a file is among the parts, JSON otherwise. In a form, values
 * that are no text are written as JSON.
 */
export function bodyOf(parts: Parts | { sample_id: string }): FormData | string {
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
