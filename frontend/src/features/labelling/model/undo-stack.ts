export interface Change<Value> {
  readonly sampleId: string;
  readonly before: Value;
  readonly after: Value;
  /** Whose word is what is new, when it is not the person's own. */
  readonly source?: "model" | undefined;
}

const DEPTH = 200;

/** What the person did here, newest last. One key press is one step, however many samples it hit. */
export type UndoStack<Value> = readonly (readonly Change<Value>[])[];

export function push<Value>(
  stack: UndoStack<Value>,
  changes: readonly Change<Value>[],
): UndoStack<Value> {
  return changes.length === 0 ? stack : [...stack, changes].slice(-DEPTH);
}

/** Steps that can be undone, and those that were undone and can be done again. */
export interface History<Value> {
  readonly done: UndoStack<Value>;
  readonly undone: UndoStack<Value>;
}

export const NO_HISTORY: History<never> = { done: [], undone: [] };

/** A new step; what was undone before it cannot be done again. */
export function did<Value>(
  { done }: History<Value>,
  changes: readonly Change<Value>[],
): History<Value> {
  return { done: push(done, changes), undone: [] };
}

/** Undo the last step; `changes` bring its samples back to where they were. */
export function stepBack<Value>({ done, undone }: History<Value>): Step<Value> {
  const last = done.at(-1);
  if (last === undefined) return { history: { done, undone }, changes: [] };
  return {
    history: { done: done.slice(0, -1), undone: push(undone, last) },
    changes: last.map(({ sampleId, before, after }) => ({
      sampleId,
      before: after,
      after: before,
    })),
  };
}

/** Do the step again that was undone last. */
export function stepAgain<Value>({ done, undone }: History<Value>): Step<Value> {
  const last = undone.at(-1);
  if (last === undefined) return { history: { done, undone }, changes: [] };
  return { history: { done: push(done, last), undone: undone.slice(0, -1) }, changes: last };
}

interface Step<Value> {
  readonly history: History<Value>;
  readonly changes: readonly Change<Value>[];
}

/** Forget steps of samples that someone else has changed since: undoing them would undo theirs. */
export function forget<Value>(
  { done, undone }: History<Value>,
  sampleIds: ReadonlySet<string>,
): History<Value> {
  const without = (stack: UndoStack<Value>) =>
    stack
      .map((changes) => changes.filter((change) => !sampleIds.has(change.sampleId)))
      .filter((changes) => changes.length > 0);
  return { done: without(done), undone: without(undone) };
}
