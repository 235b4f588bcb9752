import { useCatalog } from "@/api/catalog";
import type { Catalog } from "@/api/types";

import type { PrunerKind, SamplerKind } from "../types";

/** A number that a sampler or a rule of early stopping can be told. */
export interface SamplerField {
  name: string;
  minimum: number;
  maximum: number;
  integer: boolean;
  /** What it is unless told; absent where the method finds it out. */
  fallback?: number;
}

export interface SamplerDraft {
  kind: SamplerKind;
  numbers: Record<string, number | null>;
}

export const DEFAULT_SAMPLER: SamplerKind = "sfde";

type CatalogSampler = Catalog["samplers"][number];

/** The samplers for trials that learn from scratch, or go on from each other's weights. */
export function useSamplers(isPopulation: boolean): readonly CatalogSampler[] {
  const samplers = useCatalog().data?.samplers ?? [];
  return samplers.filter((one) => (isPopulation ? one.leads_populations : one.learns_from_scratch));
}

interface NumberSchema {
  type?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  anyOf?: readonly NumberSchema[];
}

/** What stands for a number that must be larger than 0. */
const ALMOST_NOTHING = 0.01;

/** What a sampler can be told; limits and defaults are the server's. */
export function samplerFields(sampler: CatalogSampler | undefined): readonly SamplerField[] {
  const properties = (sampler?.options_schema.properties ?? {}) as Record<string, NumberSchema>;
  return Object.entries(properties)
    .filter(([name]) => name !== "kind")
    .map(([name, schema]) => {
      const { type, minimum, maximum } = schema.anyOf?.[0] ?? schema;
      return {
        name,
        minimum: minimum ?? ALMOST_NOTHING,
        maximum: maximum ?? Infinity,
        integer: type === "integer",
        ...(typeof schema.default === "number" && { fallback: schema.default }),
      };
    });
}

const whole = (
  name: string,
  minimum: number,
  maximum: number,
  fallback?: number,
): SamplerField => ({
  name,
  minimum,
  maximum,
  integer: true,
  ...(fallback === undefined ? {} : { fallback }),
});
export const PRUNER_FIELDS: Record<PrunerKind, readonly SamplerField[]> = {
  none: [],
  successive_halving: [whole("min_steps", 1, 10_000, 3), whole("reduction", 2, 10, 3)],
  median: [whole("num_startup_trials", 1, 1000, 5), whole("num_warmup_steps", 0, 10_000, 0)],
};
