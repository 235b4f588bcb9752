import { useCatalog } from "./catalog";
import type { Catalog } from "./types";

/** What decides how samples, labels and answers of a task are drawn. */
export type TaskCard = Catalog["tasks"][number];
/** What annotations are made of, what they are made with, and how they are drawn. */
export type AnnotationCard = TaskCard["annotation_card"];

/** The card of a task, once the catalog is there. */
export function useTaskCard(key: string | undefined): TaskCard | undefined {
  return useCatalog().data?.tasks.find((task) => task.key === key);
}

/** The part of a text key that stands for a task: dots would open a level of their own. */
export function taskTextKey(key: string): string {
  return key.replace(".", "_");
}

/**
 * Whether parts of samples are annotated in a way that thumbnails draw, so that these show samples
 * whole: stretches of time on the wave of a recording, places in images and frames.
 */
export function isDrawnOn({ media, annotation_card: { geometries } }: TaskCard): boolean {
  return geometries.some((geometry) => (geometry === "segment") === (media === "audio"));
}

/** Samples are complete without any label: as texts, numbers, or regions that need none. */
export function needsNoLabel({ annotation_card: card }: TaskCard): boolean {
  return card.value || card.max_texts > 0 || !card.region_labels_required;
}
