import { api, send } from "./client";
import type { Sample } from "./datasets";
import { Problem } from "./problem";

/** The labels a sample shall have; null means unlabelled again, none that it shows none of them. */
export interface LabelWrite {
  readonly sampleId: string;
  readonly revision: number;
  readonly labelIds: readonly string[] | null;
  /** Whose word it is, when it is not the person's own. */
  readonly source?: "model" | undefined;
}

export interface LabelConflict {
  readonly sampleId: string;
  readonly revision: number;
}

export interface LabelResponse {
  readonly samples: Sample[];
  /** Samples that someone else changed meanwhile; they were left as they are. */
  readonly conflicts: LabelConflict[];
}

/** Save one sample's labels, guarded by the revision that was seen. */
async function saveOne({
  sampleId,
  revision,
  labelIds,
  source,
}: LabelWrite): Promise<LabelResponse> {
  const path = { sample_id: sampleId };
  try {
    const sample =
      labelIds === null
        ? await send(
            api.DELETE("/api/v1/samples/{sample_id}/labels", {
              params: { path },
              body: { revision },
            }),
          )
        : await send(
            api.PUT("/api/v1/samples/{sample_id}/labels", {
              params: { path },
              body: {
                label_ids: [...labelIds],
                is_negative: labelIds.length === 0,
                revision,
                ...(source && { source }),
              },
            }),
          );
    return { samples: [sample], conflicts: [] };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "revision_stale") throw error;
    return { samples: [], conflicts: [{ sampleId, revision: Number(error.params.revision) }] };
  }
}

function modeOf(labelIds: LabelWrite["labelIds"]): "clear" | "negative" | "set" {
  if (labelIds === null) return "clear";
  return labelIds.length === 0 ? "negative" : "set";
}

/** Save the same labels for up to 500 samples of a dataset in one request. */
export async function saveLabels(
  datasetId: string,
  writes: readonly LabelWrite[],
): Promise<LabelResponse> {
  const [first] = writes;
  if (first === undefined) return { samples: [], conflicts: [] };
  if (writes.length === 1) return saveOne(first);
  const answer = await send(
    api.POST("/api/v1/datasets/{dataset_id}/label-batch", {
      params: { path: { dataset_id: datasetId } },
      body: {
        items: writes.map(({ sampleId, revision }) => ({ sample_id: sampleId, revision })),
        label_ids: [...(first.labelIds ?? [])],
        mode: modeOf(first.labelIds),
        ...(first.source && { source: first.source }),
      },
    }),
  );
  return {
    samples: answer.samples,
    conflicts: answer.conflicts.map(({ sample_id, revision }) => ({
      sampleId: sample_id,
      revision,
    })),
  };
}
