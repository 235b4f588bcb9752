import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type Deployment = Schemas["Deployment"];
export type DeploymentRevision = Schemas["DeploymentRevision"];
export type EndpointKey = Schemas["EndpointKey"];
export type AccessToken = Schemas["AccessToken"];
export type Application = Schemas["Application"];
export type CallStatistics = Schemas["CallStatistics"];
export type ModelVersion = Schemas["ModelVersion"];
export type StoredCall = Schemas["StoredCall"];
export type StoredCallsSummary = Schemas["StoredCallsSummary"];
export type Sampling = Schemas["Sampling"];
export type Comparison = Schemas["RevisionComparison"];
export type ComparedRevision = Schemas["ComparedRevision"];
export type CallFigures = Schemas["CallFigures"];
export type RevisionVerdict = Schemas["RevisionVerdict"];
export type DeploymentDrift = Schemas["DeploymentDrift"];
export type RevisionDrift = Schemas["RevisionDrift"];
export type DriftWindow = Schemas["DriftWindow"];
export type DriftWindowReport = Schemas["DriftWindowReport"];
export type FeatureDrift = Schemas["FeatureDrift"];
export type FeatureDistribution = Schemas["FeatureDistribution"];
export type DriftSettings = Schemas["DriftSettings"];
export type AlertRule = Schemas["AlertRule"];
export type ShareLink = Schemas["ShareLink"];
