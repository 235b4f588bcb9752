import type { Dataset, Sample } from "@/api/datasets";
import { useSession } from "@/api/session";
import { saveLabels } from "@/api/sample-labels";

import { labelsKey, sameLabels, type LabelIds } from "./model/label-change";
import { useAnnotationSession, type AnnotationAdapter } from "./use-annotation-session";

export function labelsOf(sample: Sample): LabelIds {
  return sample.labelled_at === null ? null : sample.labels.map((label) => label.id);
}

const LABELS: AnnotationAdapter<LabelIds, Sample> = {
  read: labelsOf,
  isSame: sameLabels,
  keyOf: labelsKey,
  save: async (datasetId, writes) => {
    const { samples, conflicts } = await saveLabels(
      datasetId,
      writes.map(({ annotations, ...write }) => ({ ...write, labelIds: annotations })),
    );
    return {
      saved: samples.map(({ id, revision }) => ({ sampleId: id, revision })),
      conflicts,
    };
  },
};

/** Labels for whole samples, given in one session. */
export function useLabelling(dataset: Dataset) {
  const personId = useSession().data?.user?.id;
  const keptAs = personId === undefined ? null : `${personId}/${dataset.id}/labels`;
  return useAnnotationSession(dataset, LABELS, keptAs);
}

export type Labelling = ReturnType<typeof useLabelling>;
