/** One line of a file of predictions. */
export interface PredictionLine {
  id: string;
  input: string;
  /** The first words of an input that is a text. */
  input_text?: string;
  results?: Record<string, unknown>[];
  problem?: { code: string; message: string };
}

const SHOWN = 20;

/** The first whole lines of a file of predictions of which the beginning is known. */
export function firstLines(text: string): PredictionLine[] {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .slice(0, SHOWN)
    .map((line) => JSON.parse(line) as PredictionLine);
}
