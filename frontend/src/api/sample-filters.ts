import type { components } from "./generated/schema";

type Query = components["schemas"]["SampleFilterRequest"];

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
  "-disagreement",
] as const;
export type Ordering = (typeof ORDERINGS)[number];

export const SPLITS = ["train", "validation", "test"] as const;
export type Split = (typeof SPLITS)[number];

export const SOURCES = ["human", "import", "model"] as const;
export type Source = (typeof SOURCES)[number];

/** A negative sample was said to show nothing: no object, or none of the labels. */
export const STATES = ["labelled", "unlabelled", "negative"] as const;
export type LabelState = (typeof STATES)[number];

/** A model suggests something of a sample, or something that its labels do not say. */
export const SUGGESTED = ["any", "contradicts"] as const;
export type Suggested = (typeof SUGGESTED)[number];

/** How a model's answer may disagree with the annotation; `any` is any of them. */
export const DISAGREEMENTS = ["any", "class", "extra", "missed"] as const;
export type DisagreementKind = (typeof DISAGREEMENTS)[number];

export interface Disagreement {
  readonly kind: DisagreementKind;
  /** How sure the model is of it at least, 0 to 1. */
  readonly least: number;
}

/** What the wall shows. Lives in the URL, so a pasted link shows the same samples. */
export interface SampleFilters {
  readonly labels: readonly string[];
  readonly state: LabelState | null;
  readonly source: Source | null;
  readonly version: string | null;
  readonly split: Split | null;
  readonly finding: string | null;
  /** A part of a map that somebody drew around. */
  readonly area: string | null;
  readonly suggested: Suggested | null;
  readonly disagreement: Disagreement | null;
  readonly assignment: string | null;
  readonly search: string;
  readonly tags: readonly string[];
  /** Who said something of it. */
  readonly author: string | null;
  /** Days in UTC, both included. */
  readonly labelledFrom: string | null;
  readonly labelledUntil: string | null;
  /** Each `measure:low:high`; an empty side is open. */
  readonly ranges: readonly string[];
  /** Each `label:name` or `label:name=value`; the label by its id, or `none`. */
  readonly attributes: readonly string[];
  readonly ordering: Ordering;
}

export const NO_FILTERS: SampleFilters = {
  labels: [],
  state: null,
  source: null,
  version: null,
  split: null,
  finding: null,
  area: null,
  suggested: null,
  disagreement: null,
  assignment: null,
  search: "",
  tags: [],
  author: null,
  labelledFrom: null,
  labelledUntil: null,
  ranges: [],
  attributes: [],
  ordering: "-created_at",
};

const KEYS = [
  "label",
  "state",
  "source",
  "version",
  "split",
  "finding",
  "area",
  "suggested",
  "disagreement",
  "assignment",
  "search",
  "tag",
  "author",
  "labelled_from",
  "labelled_until",
  "range",
  "attribute",
  "ordering",
] as const;

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

function disagreementOf(text: string | null | undefined): Disagreement | null {
  const [kind = "", least = ""] = (text ?? "").split(":");
  const known = oneOf(DISAGREEMENTS, kind);
  const number = Number(least);
  return known === null || least === "" || !(number >= 0 && number <= 1)
    ? null
    : { kind: known, least: number };
}

function written({ kind, least }: Disagreement): string {
  return `${kind}:${least}`;
}

/** Only samples that a model disagrees with have an order by how surely it does. */
function orderingOf(text: string | null, disagreement: Disagreement | null): Ordering {
  const known = oneOf(ORDERINGS, text) ?? NO_FILTERS.ordering;
  return known === "-disagreement" && disagreement === null ? NO_FILTERS.ordering : known;
}

/** Read the filters of a URL; what it does not know is as if absent. */
export function parseFilters(params: URLSearchParams): SampleFilters {
  const version = params.get("version");
  const disagreement = disagreementOf(params.get("disagreement"));
  return {
    labels: params.getAll("label"),
    state: oneOf(STATES, params.get("state")),
    source: oneOf(SOURCES, params.get("source")),
    version,
    split: version === null ? null : oneOf(SPLITS, params.get("split")),
    finding: params.get("finding"),
    area: params.get("area"),
    suggested: oneOf(SUGGESTED, params.get("suggested")),
    disagreement,
    assignment: params.get("assignment"),
    search: params.get("search") ?? "",
    tags: params.getAll("tag"),
    author: params.get("author"),
    labelledFrom: params.get("labelled_from"),
    labelledUntil: params.get("labelled_until"),
    ranges: params.getAll("range"),
    attributes: params.getAll("attribute"),
    ordering: orderingOf(params.get("ordering"), disagreement),
  };
}

/** Write filters into a URL's query, leaving its other parameters alone and defaults out. */
export function writeFilters(params: URLSearchParams, filters: SampleFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of KEYS) next.delete(key);
  for (const label of filters.labels) next.append("label", label);
  if (filters.state) next.set("state", filters.state);
  if (filters.source) next.set("source", filters.source);
  if (filters.version) next.set("version", filters.version);
  if (filters.version && filters.split) next.set("split", filters.split);
  if (filters.finding) next.set("finding", filters.finding);
  if (filters.area) next.set("area", filters.area);
  if (filters.suggested) next.set("suggested", filters.suggested);
  if (filters.disagreement) next.set("disagreement", written(filters.disagreement));
  if (filters.assignment) next.set("assignment", filters.assignment);
  if (filters.search) next.set("search", filters.search);
  for (const tag of filters.tags) next.append("tag", tag);
  if (filters.author) next.set("author", filters.author);
  if (filters.labelledFrom) next.set("labelled_from", filters.labelledFrom);
  if (filters.labelledUntil) next.set("labelled_until", filters.labelledUntil);
  for (const range of filters.ranges) next.append("range", range);
  for (const attribute of filters.attributes) next.append("attribute", attribute);
  const ordering = orderingOf(filters.ordering, filters.disagreement);
  if (ordering !== NO_FILTERS.ordering) next.set("ordering", ordering);
  return next;
}

/** The filters as the API's query; absent ones are left out. */
export function filterQuery(filters: SampleFilters): Query {
  return {
    ...(filters.labels.length > 0 && { label: [...filters.labels] }),
    ...(filters.state === "labelled" && { labelled: true }),
    ...(filters.state === "unlabelled" && { unlabelled: true }),
    ...(filters.state === "negative" && { negative: true }),
    ...(filters.source && { source: filters.source }),
    ...(filters.version && { version: filters.version }),
    ...(filters.version && filters.split && { split: filters.split }),
    ...(filters.finding && { finding: filters.finding }),
    ...(filters.area && { area: filters.area }),
    ...(filters.suggested && { suggested: filters.suggested }),
    ...(filters.disagreement && { disagreement: written(filters.disagreement) }),
    ...(filters.assignment && { assignment: filters.assignment }),
    ...(filters.search && { search: filters.search }),
    ...(filters.tags.length > 0 && { tag: [...filters.tags] }),
    ...(filters.author && { author: filters.author }),
    ...(filters.labelledFrom && { labelled_from: filters.labelledFrom }),
    ...(filters.labelledUntil && { labelled_until: filters.labelledUntil }),
    ...(filters.ranges.length > 0 && { range: [...filters.ranges] }),
    ...(filters.attributes.length > 0 && { attribute: [...filters.attributes] }),
  };
}

function stateOf({ labelled, unlabelled, negative }: Query): LabelState | null {
  if (negative) return "negative";
  return labelled ? "labelled" : unlabelled ? "unlabelled" : null;
}

/** The filters that a saved view's query asks for. */
export function filtersOf(query: Query, ordering: string = NO_FILTERS.ordering): SampleFilters {
  const disagreement = disagreementOf(query.disagreement);
  return {
    labels: query.label ?? [],
    state: stateOf(query),
    source: query.source ?? null,
    version: query.version ?? null,
    split: query.split ?? null,
    finding: query.finding ?? null,
    area: query.area ?? null,
    suggested: query.suggested ?? null,
    disagreement,
    assignment: query.assignment ?? null,
    search: query.search ?? "",
    tags: query.tag ?? [],
    author: query.author ?? null,
    labelledFrom: query.labelled_from ?? null,
    labelledUntil: query.labelled_until ?? null,
    ranges: query.range ?? [],
    attributes: query.attribute ?? [],
    ordering: orderingOf(ordering, disagreement),
  };
}

/** Whether two filters show the same samples in the same order. */
export function sameFilters(one: SampleFilters, other: SampleFilters): boolean {
  return searchOf(one) === searchOf(other);
}

/** The filters as the query of an address, without its question mark. */
export function searchOf(filters: SampleFilters): string {
  return writeFilters(new URLSearchParams(), filters).toString();
}

/** Whether an address asks for anything by filters or order. */
export function asksForSamples(params: URLSearchParams): boolean {
  return KEYS.some((key) => params.has(key));
}

export function hasFilters(filters: SampleFilters): boolean {
  return Object.keys(filterQuery(filters)).length > 0;
}
