import { DEFAULT_SAMPLER, type SamplerDraft } from "./samplers";
import { parametersOf, rangeProblem, type Edits, type Row } from "./range";
import type { CatalogBackbone, CatalogTask, PrunerKind, StudyRequest, Target } from "../types";

/** A search that is being put together. */
export interface StudyDraft {
  name: string;
  versionIds: string[];
  target: Target;
  /** Networks to choose between; the first trial takes the first. */
  backbones: string[];
  /** Options that stay, as the training form has them. */
  options: Record<string, unknown>;
  edits: Edits;
  sampler: SamplerDraft;
  pruner: PrunerDraft;
  /** How trials go on from better ones; `null` where each learns from scratch. */
  population: PopulationDraft | null;
  maxTrials: number | null;
  maxMinutes: number | null;
  targetScore: number | null;
  /** Milliseconds that an answer may take. */
  latencyLimit: number | null;
  numParallel: number;
  dataFraction: number;
  seed: number;
}

export interface PrunerDraft {
  kind: PrunerKind;
  numbers: Record<string, number | null>;
}

export interface PopulationDraft {
  size: number;
  /** Epochs of a trial. */
  interval: number;
  /** The share of members that copies from a better one. */
  quantile: number;
}

export const DEFAULT_POPULATION: PopulationDraft = { size: 8, interval: 2, quantile: 0.25 };
export const DEFAULT_ROUNDS = 10;

export const PRUNERS: readonly PrunerKind[] = ["median", "successive_halving", "none"];

const DEFAULT_TRIALS = 20;
const DEFAULT_PARALLEL = 2;

/** Read what the training form has already from its address. */
export function readDraft(query: URLSearchParams, media?: CatalogTask["media"]): StudyDraft {
  const backbone = query.get("backbone");
  return {
    name: query.get("name") ?? "",
    versionIds: query.getAll("version"),
    target: (query.get("target") as Target | null) ?? "cloud_api",
    backbones: backbone === null ? [] : [backbone],
    options: readOptions(query.get("options")),
    edits: {},
    sampler: { kind: DEFAULT_SAMPLER, numbers: {} },
    population: null,
    // What a run over a table measures on its way are candidates, no epochs of one model.
    pruner: { kind: media === "table" ? "none" : "median", numbers: {} },
    maxTrials: DEFAULT_TRIALS,
    maxMinutes: null,
    targetScore: null,
    latencyLimit: null,
    numParallel: DEFAULT_PARALLEL,
    dataFraction: 1,
    seed: Number.parseInt(query.get("seed") ?? "0", 10) || 0,
  };
}

function readOptions(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export type DraftProblem =
  | "no_version"
  | "nothing_varied"
  | "wrong_range"
  | "no_limit"
  | "several_networks"
  | "no_intervals";

/** Say what is missing before a search can start; `undefined` when nothing is. */
export function draftProblem(
  draft: StudyDraft,
  rows: readonly Row[],
  supportsPopulation: boolean,
): DraftProblem | undefined {
  const varied = rows.filter(({ isVaried }) => isVaried);
  if (draft.versionIds.length === 0) return "no_version";
  if (draft.population !== null && !supportsPopulation) return "no_intervals";
  if (draft.population !== null && draft.backbones.length > 1) return "several_networks";
  if (varied.length === 0) return "nothing_varied";
  if (varied.some(({ range }) => rangeProblem(range) !== undefined)) return "wrong_range";
  if (draft.maxTrials === null && draft.maxMinutes === null) return "no_limit";
  return undefined;
}

/** Return what changes in a draft when its trials begin to go on from each other, or stop to. */
export function withMode(isPopulation: boolean): Partial<StudyDraft> {
  if (!isPopulation) {
    return {
      population: null,
      maxTrials: DEFAULT_TRIALS,
      pruner: { kind: "median", numbers: {} },
      sampler: { kind: DEFAULT_SAMPLER, numbers: {} },
    };
  }
  return {
    population: DEFAULT_POPULATION,
    maxTrials: DEFAULT_POPULATION.size * DEFAULT_ROUNDS,
    pruner: { kind: "none", numbers: {} },
    sampler: { kind: DEFAULT_SAMPLER, numbers: {} },
  };
}

/** Return the options of one trial, whose epochs are those of an interval in a population. */
export function trialOptions({ options, population }: StudyDraft): Record<string, unknown> {
  return population === null ? options : { ...options, epochs: population.interval };
}

/** Return how many trials of a draft can learn at once. */
export function widthOf({ numParallel, population }: StudyDraft): number {
  return population === null ? numParallel : Math.min(numParallel, population.size);
}

/** Return the request that starts the drafted search. */
export function requestOf(
  draft: StudyDraft,
  projectId: string,
  backbone: CatalogBackbone,
  rows: readonly Row[],
): StudyRequest {
  const name = draft.name.trim();
  return {
    project_id: projectId,
    ...(name === "" ? {} : { name }),
    dataset_version_ids: draft.versionIds,
    target: draft.target,
    backbone: backbone.key,
    pretrained: backbone.weights_available,
    options: draft.options,
    data_fraction: draft.dataFraction,
    space: { parameters: parametersOf(rows) },
    sampler: { kind: draft.sampler.kind, ...given(draft.sampler.numbers) },
    pruner: { kind: draft.pruner.kind, ...given(draft.pruner.numbers) },
    ...(draft.population === null ? {} : { population: draft.population }),
    num_parallel: draft.numParallel,
    seed: draft.seed,
    max_trials: draft.maxTrials,
    max_minutes: draft.maxMinutes,
    target_score: draft.targetScore,
    latency_limit_ms: draft.latencyLimit,
  };
}

/** Leave out the numbers that nobody gave. */
function given(numbers: Record<string, number | null>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(numbers).filter((pair): pair is [string, number] => pair[1] !== null),
  );
}

/** Return the query that fills in the training form with what both forms have. */
export function trainingQuery(draft: StudyDraft): string {
  const query = new URLSearchParams(draft.versionIds.map((id) => ["version", id]));
  query.set("target", draft.target);
  if (draft.backbones[0] !== undefined) query.set("backbone", draft.backbones[0]);
  if (Object.keys(draft.options).length > 0) query.set("options", JSON.stringify(draft.options));
  return query.toString();
}
