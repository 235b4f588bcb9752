import type { DriftWindow } from "../types";

/** When a window began and ended, as short as it can be said. */
export function span({ first_at, last_at }: DriftWindow, language: string): string {
  const words = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return words.formatRange(new Date(first_at), new Date(last_at));
}
