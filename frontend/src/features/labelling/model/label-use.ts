import type { Label } from "@/api/datasets";
import type { AnnotationCard } from "@/api/task-card";

import { NOTHING, type Annotations, type MaybeAnnotations } from "./annotations";
import { relabelled } from "./attributes";

/** Labels say something of the whole sample, and no annotation is chosen. */
export function isForWhole(card: AnnotationCard, annotations: MaybeAnnotations): boolean {
  if (!card.labels || card.is_classification) return false;
  return card.value || annotations?.labelIds.length !== 0;
}

/** What is said once a label is given to the selected region, or else to the whole sample. */
export function withLabel(
  card: AnnotationCard,
  annotations: MaybeAnnotations,
  given: { id: string; selected: string | null; labels: readonly Label[] },
): Annotations | undefined {
  const { id, selected, labels } = given;
  if (annotations?.regions.some((region) => region.id === selected) === true) {
    const regions = annotations.regions.map((region) =>
      region.id === selected ? relabelled(region, id, labels) : region,
    );
    return { ...annotations, regions };
  }
  return isForWhole(card, annotations)
    ? { ...(annotations ?? NOTHING), labelIds: [id] }
    : undefined;
}

/** That nothing is there is something to say of a sample. */
export function mayBeNegative(card: AnnotationCard, isMultiLabel: boolean): boolean {
  return card.may_be_negative || (card.labels && isMultiLabel);
}
