import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type BatchPrediction = Schemas["BatchPrediction"];
export type NewBatchPrediction = Schemas["NewBatchPredictionRequest"];
export type PredictionFormat = Schemas["PredictionFormat"];
export type Source = NewBatchPrediction["source"];
