import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type TrainingRun = Schemas["TrainingRun"];
export type RunRequest = Schemas["TrainingRunCreateRequest"];
export type DatasetVersion = Schemas["DatasetVersion"];
export type ModelVersion = Schemas["ModelVersion"];
export type CatalogTask = Schemas["CatalogTask"];
export type CatalogBackbone = Schemas["CatalogBackbone"];
export type CatalogTarget = Schemas["CatalogTarget"];
export type BackboneEstimate = Schemas["BackboneEstimate"];
export type Candidate = Schemas["TrainingCandidate"];
export type Finding = Schemas["Finding"];
export type Tier = TrainingRun["tier"];
export type Target = TrainingRun["target"];

export const TIERS: readonly Tier[] = ["fast", "balanced", "accurate"];
