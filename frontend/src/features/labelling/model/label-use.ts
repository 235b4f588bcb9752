import type { AnnotationKind } from "@/api/task-card";

import type { Said } from "./annotations";

/** What is said of the whole sample as well as of its marks. */
const OF_BOTH: ReadonlySet<AnnotationKind> = new Set(["opinions", "products", "defects"]);
const WITHOUT: ReadonlySet<AnnotationKind> = new Set(["score", "transcript", "captions"]);

/** Labels say something of the whole sample, and no mark is chosen. */
export function isForWhole(kind: AnnotationKind, said: Said): boolean {
  return kind === "score" || (OF_BOTH.has(kind) && said?.labelIds.length !== 0);
}

/** Samples are complete without any label. */
export function needsNoLabel(kind: AnnotationKind): boolean {
  return WITHOUT.has(kind);
}
