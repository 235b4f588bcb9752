import type { Dataset, SampleDetail } from "@/api/datasets";
import { useSession } from "@/api/session";

import { saveAnnotations } from "./api/save-annotations";
import { annotationsOf, sameAnnotations, type MaybeAnnotations } from "./model/annotations";
import { useAnnotationSession, type AnnotationAdapter } from "./use-annotation-session";

const ANNOTATIONS: AnnotationAdapter<MaybeAnnotations, SampleDetail> = {
  read: annotationsOf,
  isSame: sameAnnotations,
  save: saveAnnotations,
};

/** Annotations in samples, and texts and values of them, made in one session. */
export function useAnnotating(dataset: Dataset) {
  const personId = useSession().data?.user?.id;
  const keptAs = personId === undefined ? null : `${personId}/${dataset.id}/annotations`;
  return useAnnotationSession(dataset, ANNOTATIONS, keptAs);
}
