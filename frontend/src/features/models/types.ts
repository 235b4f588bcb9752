import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type ModelVersion = Schemas["ModelVersion"];
export type ModelVersionDetail = Schemas["ModelVersionDetail"];
export type Prediction = Schemas["Prediction"];
