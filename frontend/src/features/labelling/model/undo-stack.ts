export interface Change<Said> {
  readonly sampleId: string;
  readonly before: Said;
  readonly after: Said;
  /** Whose word is what is new, when it is not the person's own. */
  readonly source?: "model" | undefined;
}

const DEPTH = 200;

/** What the person did here, newest last. One key press is one step, however many samples it hit. */
export type UndoStack<Said> = readonly (readonly Change<Said>[])[];

export function push<Said>(
  stack: UndoStack<Said>,
  changes: readonly Change<Said>[],
): UndoStack<Said> {
  return changes.length === 0 ? stack : [...stack, changes].slice(-DEPTH);
}

/** Steps that can be undone, and those that were undone and can be done again. */
export interface History<Said> {
  readonly done: UndoStack<Said>;
  readonly undone: UndoStack<Said>;
}

export const NO_HISTORY: History<never> = { done: [], undone: [] };

/** A new step; what was undone before it cannot be done again. */
export function did<Said>(
  { done }: History<Said>,
  changes: readonly Change<Said>[],
): History<Said> {
  return { done: push(done, changes), undone: [] };
}

/** Undo the last step; `changes` bring its samples back to where they were. */
export function stepBack<Said>({ done, undone }: History<Said>): Step<Said> {
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
export function stepAgain<Said>({ done, undone }: History<Said>): Step<Said> {
  const last = undone.at(-1);
  if (last === undefined) return { history: { done, undone }, changes: [] };
  return { history: { done: push(done, last), undone: undone.slice(0, -1) }, changes: last };
}

interface Step<Said> {
  readonly history: History<Said>;
  readonly changes: readonly Change<Said>[];
}

/** Forget steps of samples that someone else has changed since: undoing them would undo theirs. */
export function forget<Said>(
  { done, undone }: History<Said>,
  sampleIds: ReadonlySet<string>,
): History<Said> {
  const without = (stack: UndoStack<Said>) =>
    stack
      .map((changes) => changes.filter((change) => !sampleIds.has(change.sampleId)))
      .filter((changes) => changes.length > 0);
  return { done: without(done), undone: without(undone) };
}
