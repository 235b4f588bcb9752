import type { AnnotationCard } from "@/api/task-card";

import type { MaybeAnnotations } from "./annotations";

/** Labels say something of the whole sample, and no annotation is chosen. */
export function isForWhole(card: AnnotationCard, annotations: MaybeAnnotations): boolean {
  if (!card.labels || card.is_classification) return false;
  return card.value || annotations?.labelIds.length !== 0;
}

/** That nothing is there is something to say of a sample. */
export function mayBeNegative(card: AnnotationCard, isMultiLabel: boolean): boolean {
  return card.may_be_negative || (card.labels && isMultiLabel);
}

/** Samples are complete without any label. */
export function needsNoLabel(card: AnnotationCard): boolean {
  return card.value || card.max_texts > 0;
}
