export const ORDERINGS = [
  "-created_at",
  "created_at",
  "name",
  "-name",
  "-bytes",
  "bytes",
  "-labelled_at",
  "labelled_at",
  "-priority",
] as const;
export type Ordering = (typeof ORDERINGS)[number];

export const SPLITS = ["train", "validation", "test"] as const;
export type Split = (typeof SPLITS)[number];

export const SOURCES = ["human", "import", "model"] as const;
export type Source = (typeof SOURCES)[number];

export const STATES = ["labelled", "unlabelled"] as const;
export type LabelState = (typeof STATES)[number];

/** A model suggests something of a sample, or something that its labels do not say. */
export const SUGGESTED = ["any", "contradicts"] as const;
export type Suggested = (typeof SUGGESTED)[number];

/** What the wall shows. Lives in the URL, so a pasted link shows the same samples. */
export interface SampleFilters {
  readonly labels: readonly string[];
  readonly state: LabelState | null;
  readonly source: Source | null;
  readonly version: string | null;
  readonly split: Split | null;
  readonly suggested: Suggested | null;
  readonly search: string;
  readonly ordering: Ordering;
}

export const NO_FILTERS: SampleFilters = {
  labels: [],
  state: null,
  source: null,
  version: null,
  split: null,
  suggested: null,
  search: "",
  ordering: "-created_at",
};

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

/** Read the filters of a URL; what it does not know is as if absent. */
export function parseFilters(params: URLSearchParams): SampleFilters {
  const version = params.get("version");
  return {
    labels: params.getAll("label"),
    state: oneOf(STATES, params.get("state")),
    source: oneOf(SOURCES, params.get("source")),
    version,
    split: version === null ? null : oneOf(SPLITS, params.get("split")),
    suggested: oneOf(SUGGESTED, params.get("suggested")),
    search: params.get("search") ?? "",
    ordering: oneOf(ORDERINGS, params.get("ordering")) ?? NO_FILTERS.ordering,
  };
}

const KEYS = [
  "label",
  "state",
  "source",
  "version",
  "split",
  "suggested",
  "search",
  "ordering",
] as const;

/** Write filters into a URL's query, leaving its other parameters alone and defaults out. */
export function writeFilters(params: URLSearchParams, filters: SampleFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of KEYS) next.delete(key);
  for (const label of filters.labels) next.append("label", label);
  if (filters.state) next.set("state", filters.state);
  if (filters.source) next.set("source", filters.source);
  if (filters.version) next.set("version", filters.version);
  if (filters.version && filters.split) next.set("split", filters.split);
  if (filters.suggested) next.set("suggested", filters.suggested);
  if (filters.search) next.set("search", filters.search);
  if (filters.ordering !== NO_FILTERS.ordering) next.set("ordering", filters.ordering);
  return next;
}

/** The filters as the API's query; absent ones are left out. */
export function filterQuery(filters: SampleFilters) {
  return {
    ...(filters.labels.length > 0 && { label: [...filters.labels] }),
    ...(filters.state === "labelled" && { labelled: true }),
    ...(filters.state === "unlabelled" && { unlabelled: true }),
    ...(filters.source && { source: filters.source }),
    ...(filters.version && { version: filters.version }),
    ...(filters.version && filters.split && { split: filters.split }),
    ...(filters.suggested && { suggested: filters.suggested }),
    ...(filters.search && { search: filters.search }),
  };
}

export function hasFilters(filters: SampleFilters): boolean {
  return Object.keys(filterQuery(filters)).length > 0;
}
