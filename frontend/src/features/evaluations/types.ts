import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type Evaluation = Schemas["Evaluation"];
export type EvaluatedPart = Schemas["EvaluatedPart"];
export type EvaluatedModel = Schemas["EvaluatedModel"];
export type MetricChange = Schemas["MetricChange"];
export type SampleChange = Schemas["SampleChange"];
