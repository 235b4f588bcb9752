import type { AnnotationKind, TaskCard } from "@/api/task-card";

import type { Said } from "../model/annotations";

/** What is said of the whole sample as well as of its marks. */
const OF_BOTH: ReadonlySet<AnnotationKind> = new Set(["opinions", "products", "defects"]);

/** Labels say something of the whole sample, and no mark is chosen. */
export function isForWhole({ annotation }: TaskCard, said: Said): boolean {
  return annotation === "score" || (OF_BOTH.has(annotation) && said?.labelIds.length !== 0);
}
