import type { AnnotationKind } from "@/api/task-card";

import type { MaybeAnnotations } from "./annotations";

/** What is said of the whole sample as well as of its annotations. */
const OF_BOTH: ReadonlySet<AnnotationKind> = new Set(["opinions", "products", "defects"]);
const WITHOUT: ReadonlySet<AnnotationKind> = new Set(["score", "transcript", "captions"]);

/** Labels say something of the whole sample, and no annotation is chosen. */
export function isForWhole(kind: AnnotationKind, annotations: MaybeAnnotations): boolean {
  return kind === "score" || (OF_BOTH.has(kind) && annotations?.labelIds.length !== 0);
}

/** That nothing is there is something to say of a sample. */
export function mayBeNegative(kind: AnnotationKind, isMultiLabel: boolean): boolean {
  return kind === "classes" || kind === "defects" ? isMultiLabel : !WITHOUT.has(kind);
}

/** Samples are complete without any label. */
export function needsNoLabel(kind: AnnotationKind): boolean {
  return WITHOUT.has(kind);
}
