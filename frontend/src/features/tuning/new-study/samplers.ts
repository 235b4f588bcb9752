import type { PrunerKind, Sampler, SamplerKind } from "../types";

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

/** Those whose trials go on from each other's weights. */
export const POPULATION_SAMPLERS: readonly SamplerKind[] = ["sfde", "pbt"];

/** Those whose trials learn from scratch, what suits most searches first. */
export const SAMPLERS: readonly SamplerKind[] = [
  "sfde",
  "tpe",
  "gp",
  "cma_es",
  "pso",
  "reinforce",
  "random",
  "grid",
];

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
const share = (name: string, maximum: number, fallback: number): SamplerField => ({
  name,
  minimum: 0,
  maximum,
  integer: false,
  fallback,
});

/** What each sampler can be told; limits and defaults are the server's. */
export const SAMPLER_FIELDS: Record<SamplerKind, readonly SamplerField[]> = {
  sfde: [],
  random: [],
  grid: [whole("num_cuts", 2, 100, 5)],
  tpe: [whole("num_startup_trials", 1, 20, 5)],
  gp: [whole("num_startup_trials", 1, 20, 10)],
  cma_es: [whole("population", 4, 1000), { ...share("initial_deviation", 1, 0.25), minimum: 0.01 }],
  pso: [
    whole("population", 2, 1000, 8),
    share("inertia", 1, 0.73),
    share("cognitive_weight", 4, 1.5),
    share("social_weight", 4, 1.5),
  ],
  reinforce: [{ ...share("learning_rate", 2, 0.2), minimum: 0.01 }, whole("num_cuts", 2, 100, 8)],
  pbt: [share("explore_probability", 1, 0.25)],
};

export const PRUNER_FIELDS: Record<PrunerKind, readonly SamplerField[]> = {
  none: [],
  successive_halving: [whole("min_steps", 1, 10_000, 3), whole("reduction", 2, 10, 3)],
  median: [whole("num_startup_trials", 1, 1000, 5), whole("num_warmup_steps", 0, 10_000, 0)],
};

/** Return a sampler as it is sent: only the numbers that somebody gave. */
export function fullSampler({ kind, numbers }: SamplerDraft): Sampler {
  const known = SAMPLER_FIELDS[kind].map(({ name }) => name);
  const given = Object.entries(numbers).filter(
    (pair): pair is [string, number] => known.includes(pair[0]) && pair[1] !== null,
  );
  return { kind, ...Object.fromEntries(given) };
}
