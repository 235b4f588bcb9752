import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type Study = Schemas["Study"];
export type StudyDetail = Schemas["StudyDetail"];
export type StudyRequest = Schemas["StudyCreateRequest"];
export type StudyState = Study["state"];
export type Trial = Schemas["Trial"];
export type TrialDetail = Schemas["TrialDetail"];
export type TrialState = Trial["state"];
export type SearchableSpace = Schemas["SearchableSpace"];
export type SearchParameter = Schemas["SearchParameter"];
export type SearchRange = Schemas["SearchRange"];
export type Sampler = Schemas["Sampler"];
export type SamplerKind = Sampler["kind"];
export type Pruner = Schemas["Pruner"];
export type Population = Schemas["Population"];
export type Ancestor = Schemas["Ancestor"];
export type TrialWithLine = Schemas["TrialWithLine"];
export type PrunerKind = Pruner["kind"];
export type DatasetVersion = Schemas["DatasetVersion"];
export type CatalogTask = Schemas["CatalogTask"];
export type CatalogBackbone = Schemas["CatalogBackbone"];
export type CatalogTarget = Schemas["CatalogTarget"];
export type Target = Study["target"];

/** A value that a search gives a parameter. */
export type Setting = string | number | boolean;
