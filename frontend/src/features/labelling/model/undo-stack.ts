import type { LabelIds } from "./label-change";

export interface Change {
  readonly sampleId: string;
  readonly before: LabelIds;
  readonly after: LabelIds;
}

const DEPTH = 200;

/** What the person did here, newest last. One key press is one step, however many samples it hit. */
export type UndoStack = readonly (readonly Change[])[];

export function push(stack: UndoStack, changes: readonly Change[]): UndoStack {
  return changes.length === 0 ? stack : [...stack, changes].slice(-DEPTH);
}

/** Take the last step off; `changes` bring its samples back to where they were. */
export function pop(stack: UndoStack): { stack: UndoStack; changes: readonly Change[] } {
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
export function forget(stack: UndoStack, sampleIds: ReadonlySet<string>): UndoStack {
  return stack
    .map((changes) => changes.filter((change) => !sampleIds.has(change.sampleId)))
    .filter((changes) => changes.length > 0);
}
