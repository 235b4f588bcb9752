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

/** Take the last step off; `changes` bring its samples back to where they were. */
export function pop<Said>(stack: UndoStack<Said>): {
  stack: UndoStack<Said>;
  changes: readonly Change<Said>[];
} {
  const last = stack.at(-1);
  if (!last) return { stack, changes: [] };
  return {
    stack: stack.slice(0, -1),
    changes: last.map(({ sampleId, before, after }) => ({
      sampleId,
      before: after,
      after: before,
    })),
  };
}

/** Forget steps of samples that someone else has changed since: undoing them would undo theirs. */
export function forget<Said>(
  stack: UndoStack<Said>,
  sampleIds: ReadonlySet<string>,
): UndoStack<Said> {
  return stack
    .map((changes) => changes.filter((change) => !sampleIds.has(change.sampleId)))
    .filter((changes) => changes.length > 0);
}
