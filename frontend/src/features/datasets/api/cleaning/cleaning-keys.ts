import { datasetKeys } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type CleaningRun = Schemas["CleaningRun"];
export type CleaningRecipe = Schemas["CleaningRecipe"];
export type CleaningPreview = Schemas["CleaningPreview"];
export type PreviewedSample = Schemas["PreviewedSample"];
export type CleanedMedia = Schemas["CleanedMedia"];
export type OfferedStep = Schemas["CleaningStep"];
/** Which samples are cleaned: those named, or all that pass a filter. */
export type Chosen = Pick<Schemas["NewCleaningRunRequest"], "sample_ids" | "filter">;
/** A step with those options that are not the default. */
export type Step = Readonly<Record<string, unknown>> & { readonly kind: string };

/** Keys of the query cache; runs lie under their dataset, which they change. */
export const cleaningKeys = {
  runs: (datasetId: string) => [...datasetKeys.one(datasetId), "cleaning-runs"] as const,
  recipes: (projectId: string) => ["cleaning-recipes", projectId] as const,
  preview: (jobId: string) => ["cleaning-previews", jobId] as const,
};
