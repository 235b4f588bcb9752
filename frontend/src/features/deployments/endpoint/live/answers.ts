import { Problem, type Param } from "@/api/problem";

/** What a stream sends: an answer, or why there is none. */
export interface StreamAnswer {
  message: number;
  skipped?: boolean;
  final?: boolean;
  segment?: number;
  transcript?: string;
  results?: readonly { name?: string }[];
  error?: { code: string; message: string; status: number; params: Record<string, Param> };
}

/** Read a message of a stream; `null` of what is none. */
export function readAnswer(data: unknown): StreamAnswer | null {
  if (typeof data !== "string") return null;
  const document: unknown = JSON.parse(data);
  if (typeof document !== "object" || document === null || !("message" in document)) return null;
  return document as StreamAnswer;
}

export function problemOfAnswer({ error }: StreamAnswer): Problem | null {
  if (error === undefined) return null;
  return new Problem(error.status, error.code, error.message, error.params);
}

/** The names of what was found, each as often as it was. */
export function namesOf({ results = [] }: StreamAnswer): string[] {
  return results.flatMap(({ name }) => (name === undefined ? [] : [name]));
}
