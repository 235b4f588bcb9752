import type { FoundSample } from "../api/quality/quality-keys";

/** Words of a text that a finding is about, and what stands around them. */
export interface WordsInContext {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

/** The words that a finding is about, where it names them. */
export function wordsInContext({ params }: FoundSample): WordsInContext | undefined {
  const { before, text, after } = params;
  return typeof before === "string" && typeof text === "string" && typeof after === "string"
    ? { before, words: text, after }
    : undefined;
}
