/** Ranges of parameters as they are typed in: what is wrong with them, and what is sent. */

import type { SearchParameter, SearchRange, Setting } from "../types";

export interface NumberRange {
  kind: "float" | "int";
  low: number | null;
  high: number | null;
  log: boolean;
  /** Absent for every value of floats, and every whole number. */
  step: number | null;
}

export interface ChoiceRange {
  kind: "choices";
  values: Setting[];
}

export type RangeDraft = NumberRange | ChoiceRange;

export type RangeProblem =
  | "missing"
  | "not_whole"
  | "single"
  | "reversed"
  | "log_zero"
  | "log_step"
  | "step_low"
  | "step_high"
  | "few_choices";

/** Return a range that is ready to be edited. */
export function draftOf(range: SearchRange): RangeDraft {
  if (range.kind === "choices") {
    return { kind: "choices", values: (range.values ?? []) as Setting[] };
  }
  const { kind, low = null, high = null, log = false, step } = range;
  return { kind, low, high, log, step: kind === "int" && step === 1 ? null : (step ?? null) };
}

/** Say what is wrong with a range, as the server would; `undefined` when nothing is. */
export function rangeProblem(range: RangeDraft): RangeProblem | undefined {
  if (range.kind === "choices") return range.values.length < 2 ? "few_choices" : undefined;
  const { kind, low, high, log, step } = range;
  if (low === null || high === null) return "missing";
  const numbers = [low, high, step ?? 1];
  if (kind === "int" && !numbers.every(Number.isInteger)) return "not_whole";
  if (low === high) return "single";
  if (low > high) return "reversed";
  if (log && low <= 0) return "log_zero";
  if (step === null) return undefined;
  if (log) return "log_step";
  if (step <= 0) return "step_low";
  return step > high - low ? "step_high" : undefined;
}

/** Return a range as it is sent; it has been found to be right. */
export function rangeOf(range: RangeDraft): SearchRange {
  if (range.kind === "choices") return { kind: "choices", values: range.values };
  const { kind, low, high, log, step } = range;
  return {
    kind,
    ...(low === null ? {} : { low }),
    ...(high === null ? {} : { high }),
    log,
    ...(step === null ? {} : { step }),
  };
}

/** What somebody said about one parameter; what they did not say is as the task has it. */
export interface Edit {
  isVaried?: boolean;
  range?: RangeDraft;
}

export type Edits = Readonly<Record<string, Edit>>;

/** One parameter of the form. */
export interface Row {
  name: string;
  isVaried: boolean;
  /** Most searches vary it. */
  isSuggested: boolean;
  range: RangeDraft;
  /** The task's own range, to go back to. */
  original: RangeDraft;
  when: SearchParameter["when"];
}

/** Return the rows of a form: all that can be searched, with what somebody said of it. */
export function rowsOf(
  parameters: readonly SearchParameter[],
  suggested: readonly string[],
  edits: Edits,
): Row[] {
  return parameters.map(({ name, range, when }) => {
    const original = draftOf(range);
    const edit = edits[name] ?? {};
    const isSuggested = name === BACKBONE || suggested.includes(name);
    return {
      name,
      isVaried: edit.isVaried ?? isSuggested,
      isSuggested,
      range: edit.range ?? original,
      original,
      when,
    };
  });
}

export const BACKBONE = "backbone";

/**
 * Return the parameters to send. One that waits for another which is not varied takes part always;
 * the values it waits for are those that are left of the other's.
 */
export function parametersOf(rows: readonly Row[]): SearchParameter[] {
  const varied = rows.filter(({ isVaried }) => isVaried);
  return varied.flatMap(({ name, range, when }) => {
    const parent = varied.find((row) => row.name === when?.parameter)?.range;
    const sent: SearchParameter = { name, range: rangeOf(range) };
    if (when == null || parent?.kind !== "choices") return [sent];
    const values = when.values.filter((value) => parent.values.includes(value as Setting));
    if (values.length === 0) return [];
    return values.length === parent.values.length
      ? [sent]
      : [{ ...sent, when: { parameter: when.parameter, values } }];
  });
}

/** Return how many combinations a space has; infinite with any continuous range. */
export function numCombinations(rows: readonly Row[], numCuts = Infinity): number {
  return rows
    .filter(({ isVaried }) => isVaried)
    .reduce((product, { range }) => product * numValues(range, numCuts), 1);
}

function numValues(range: RangeDraft, numCuts: number): number {
  if (range.kind === "choices") return range.values.length;
  const { kind, low, high, step } = range;
  if (low === null || high === null) return 1;
  const unit = step ?? (kind === "int" ? 1 : null);
  const count = unit === null ? Infinity : Math.floor((high - low) / unit) + 1;
  return Math.min(count, numCuts);
}
