import type { TrainingRun } from "./types";

/** The run's number and name; names that were given automatically hold the number already. */
export function runTitle({ number, name }: Pick<TrainingRun, "number" | "name">): string {
  return name.endsWith(`#${number}`) ? name : `#${number} ${name}`;
}
