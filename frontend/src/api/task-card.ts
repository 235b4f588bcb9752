import { isAnswerKind, type AnswerKind } from "@/components/answers/documents";
import { isMedia, type Media } from "@/components/media/source";

import { useCatalog } from "./catalog";
import type { Catalog } from "./types";

/** What people say of a sample of a task. */
export type AnnotationKind = Catalog["tasks"][number]["annotation"];

/** What decides how samples, labels and answers of a task are drawn. */
export interface TaskCard {
  readonly key: string;
  readonly modality: string;
  readonly media: Media;
  readonly annotation: string;
  readonly answer: AnswerKind;
  readonly formats: readonly string[];
}

/** The card of a task; pictures with labels until the catalog is there. */
export function useTaskCard(key: string | undefined): TaskCard | undefined {
  const catalog = useCatalog();
  const card = catalog.data?.tasks.find((task) => task.key === key);
  return card && cardOf(card);
}

function cardOf(task: Catalog["tasks"][number]): TaskCard {
  const { media, answer } = task as { media?: string; answer?: string };
  return {
    ...task,
    media: isMedia(media) ? media : "image",
    answer: answer !== undefined && isAnswerKind(answer) ? answer : "labels",
  };
}

/** The part of a text key that stands for a task: dots would open a level of their own. */
export function taskTextKey(key: string): string {
  return key.replace(".", "_");
}
