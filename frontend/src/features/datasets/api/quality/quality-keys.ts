import { datasetKeys } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type Inspection = Schemas["Inspection"];
export type InspectionDetail = Schemas["InspectionDetail"];
export type Finding = Schemas["QualityFinding"];
export type FoundSample = Schemas["FoundSample"];
export type Fix = Schemas["Fix"];
export type FixKind = Schemas["FixKind"];
export type QualityChart = Schemas["QualityChart"];

/** Keys of the query cache, under that of the dataset: whatever changes it makes them stale. */
export const qualityKeys = {
  inspections: (datasetId: string) => [...datasetKeys.one(datasetId), "inspections"] as const,
  inspection: (datasetId: string, id: string) =>
    [...datasetKeys.one(datasetId), "inspections", id] as const,
  found: (datasetId: string, findingId: string) =>
    [...datasetKeys.one(datasetId), "found", findingId] as const,
};
