import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

/** Beside the one that they are compared with. */
export const MAX_OTHERS = 3;

export interface Choice {
  modelIds: string[];
  /** What the others are compared with; nothing where one model alone is measured. */
  baselineId: string | undefined;
  dataId: string;
  tagId: string | undefined;
}

type Model = Pick<Schemas["ModelVersion"], "id" | "model_id" | "number" | "deployments">;
type Data = Pick<Schemas["DatasetVersion"], "id" | "counts">;

/**
 * What the form begins with: what its address names, else the newest model, compared with the one
 * that is published or the version before it, on the newest data that keeps samples for testing.
 */
export function firstChoice(
  params: URLSearchParams,
  models: readonly Model[],
  data: readonly Data[],
): Choice {
  const known = new Set(models.map(({ id }) => id));
  const named = (params.get("version")?.split(",") ?? []).filter((id) => known.has(id));
  const modelIds = (named.length > 0 ? named : models.slice(0, 1).map(({ id }) => id)).slice(
    0,
    MAX_OTHERS,
  );
  const baseline =
    params.get("baseline") ?? published(models, modelIds) ?? before(models, modelIds[0]);
  const wanted =
    data.find(({ id }) => id === params.get("data")) ?? data.find(keepsSamples) ?? data[0];
  return {
    modelIds,
    baselineId: baseline !== undefined && known.has(baseline) ? baseline : undefined,
    dataId: wanted?.id ?? "",
    tagId: params.get("tag") ?? undefined,
  };
}

/** The newest model that answers calls, which a newer one may take the place of. */
function published(models: readonly Model[], chosen: readonly string[]): string | undefined {
  return models.find(({ id, deployments }) => deployments.length > 0 && !chosen.includes(id))?.id;
}

/** Whether samples are kept for testing, which no model was trained on. */
function keepsSamples({ counts }: Data): boolean {
  return counts.test.total > 0;
}

/** The version of the same model that was made before another. */
function before(models: readonly Model[], id: string | undefined): string | undefined {
  const one = models.find((model) => model.id === id);
  return models
    .filter(({ model_id, number }) => model_id === one?.model_id && number < one.number)
    .sort((left, right) => right.number - left.number)[0]?.id;
}
