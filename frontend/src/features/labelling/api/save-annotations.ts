import { api, send } from "@/api/client";
import { Problem } from "@/api/problem";

import { isNothing, type Annotations, type MaybeAnnotations } from "../model/annotations";
import type { SampleWrite, SaveResponse } from "../model/write-queue";

/** Save all that is said of samples, each in a request guarded by the revision that was seen. */
export async function saveAnnotations(
  _datasetId: string,
  writes: readonly SampleWrite<MaybeAnnotations>[],
): Promise<SaveResponse> {
  const answers = await Promise.all(writes.map(saveOne));
  return {
    saved: answers.flatMap(({ saved }) => saved),
    conflicts: answers.flatMap(({ conflicts }) => conflicts),
  };
}

async function saveOne({
  sampleId,
  revision,
  annotations,
  source,
}: SampleWrite<MaybeAnnotations>): Promise<SaveResponse> {
  const params = { path: { sample_id: sampleId } };
  try {
    const sample =
      annotations === null
        ? await send(
            api.DELETE("/api/v1/samples/{sample_id}/annotations", { params, body: { revision } }),
          )
        : await send(
            api.PUT("/api/v1/samples/{sample_id}/annotations", {
              params,
              body: { revision, ...bodyOf(annotations), ...(source && { source }) },
            }),
          );
    return { saved: [{ sampleId, revision: sample.revision }], conflicts: [] };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "revision_stale") throw error;
    return { saved: [], conflicts: [{ sampleId, revision: Number(error.params.revision) }] };
  }
}

/** All that is said, as requests hold it. */
export function bodyOf(annotations: Annotations) {
  const { labelIds, regions, relations, texts, value } = annotations;
  return {
    is_negative: isNothing(annotations),
    label_ids: [...labelIds],
    regions: regions.map(({ id, labelId, geometry, text, points = [], attributes = {} }) => ({
      id,
      label_id: labelId,
      geometry,
      text,
      points: points.map(({ name, x, y, isVisible }) => ({ name, x, y, is_visible: isVisible })),
      attributes,
    })),
    relations: relations.map(({ labelId, subject, object }) => ({
      label_id: labelId,
      subject,
      object,
    })),
    texts: [...texts],
    value,
  };
}
