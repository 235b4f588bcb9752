/** Predictions of models in their JSON form, as the prediction API sends and reports keep them. */

export const PREDICTION_KINDS = [
  "labels",
  "boxes",
  "masks",
  "anomaly",
  "spans",
  "opinions",
  "relations",
  "transcript",
  "words",
  "tracks",
  "rows",
  "forecast",
  "matches",
] as const;
export type PredictionKind = (typeof PREDICTION_KINDS)[number];

export function isPredictionKind(value: string): value is PredictionKind {
  return PREDICTION_KINDS.some((kind) => kind === value);
}

/** The score is absent where people said it, not a model. */
export interface Named {
  readonly name: string;
  readonly score?: number;
  /** The same on the scale of the training data, as similarities have it. */
  readonly value?: number;
}

/** Reports name both coordinates, models prediction with pairs. */
export type Point = readonly [number, number] | { readonly x: number; readonly y: number };

/** Pixels of the upright image; `points` are the corners of a four-sided region. */
export interface Location {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly points?: readonly Point[];
}

/** A named point of an object; a covered one is known, but not to be seen. */
export interface NamedPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly is_visible: boolean;
}

/** Something in an image: a box, an object with its mask, or a line of text (`words`). */
export interface RegionSet extends Named {
  readonly location: Location;
  readonly mask?: string;
  readonly words?: string;
  /** Of a product, and of the tag that it was read from. */
  readonly price?: number;
  /** Of a product: the layer of the shelf that it stands on, counted from 1 at the top. */
  readonly layer?: number;
  /** Of a price tag: the place of its product in the prediction. */
  readonly facing?: number | null;
  readonly track_id?: number;
  readonly keyPoints?: readonly NamedPoint[];
}

/** A run of characters; offsets count code points. */
export interface TextSpan extends Named {
  readonly start: number;
  readonly end: number;
  readonly text?: string;
  readonly aspect?: string;
  readonly opinion?: string;
  readonly polarity?: string;
}

export interface TextRelation extends Named {
  readonly subject: TextSpan;
  readonly object: TextSpan;
}

export interface Utterance {
  readonly text: string;
  readonly start_seconds?: number;
  readonly end_seconds?: number;
  readonly score?: number;
}

export interface FrameObjects {
  readonly frame: number;
  readonly time_seconds: number;
  readonly objects: readonly RegionSet[];
}

/**
 * How unusual an image is. `map` are rows of numbers from 0 to 1 over the whole image; reports
 * have a drawn one, `heatmap`, in its place. What people say has a name alone.
 */
export interface Anomaly {
  readonly name: string;
  readonly score?: number;
  readonly threshold?: number;
  readonly is_anomalous?: boolean;
  readonly map?: readonly (readonly number[])[];
  readonly heatmap?: string;
}

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, unknown>>;
export type Columns = Readonly<Record<string, readonly Cell[]>>;

export interface Documents {
  labels: readonly Named[];
  boxes: readonly RegionSet[];
  masks: readonly RegionSet[];
  anomaly: readonly Anomaly[];
  spans: readonly TextSpan[];
  opinions: readonly (Named | TextSpan)[];
  relations: readonly TextRelation[];
  transcript: readonly Utterance[];
  words: readonly RegionSet[];
  tracks: readonly FrameObjects[];
  rows: readonly Row[];
  forecast: Columns;
  matches: readonly Named[];
}

type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isNumber = (value: unknown): value is number => typeof value === "number";
const isText = (value: unknown): value is string => typeof value === "string";

function isNamed(value: unknown): value is Named {
  return isObject(value) && isText(value.name);
}

function isLocated(value: unknown): value is RegionSet {
  if (!isObject(value) || !isObject(value.location)) return false;
  const { left, top, width, height } = value.location;
  return [left, top, width, height].every(isNumber);
}

const isAbsentOr = (test: (item: unknown) => boolean, value: unknown) =>
  value === undefined || test(value);

function isAnomaly(value: unknown): value is Anomaly {
  return (
    isObject(value) &&
    isNamed(value) &&
    isAbsentOr(isNumber, value.threshold) &&
    isAbsentOr((flag) => typeof flag === "boolean", value.is_anomalous) &&
    isAbsentOr(isField, value.map) &&
    isAbsentOr(isText, value.heatmap)
  );
}

const isField = (value: unknown) =>
  Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(isNumber));

export function isSpan(value: unknown): value is TextSpan {
  return isObject(value) && isNumber(value.start) && isNumber(value.end);
}

function isRelation(value: unknown): value is TextRelation {
  return isNamed(value) && "subject" in value && isSpan(value.subject) && "object" in value
    ? isSpan(value.object)
    : false;
}

function isFrame(value: unknown): value is FrameObjects {
  return (
    isObject(value) &&
    isNumber(value.frame) &&
    isNumber(value.time_seconds) &&
    Array.isArray(value.objects) &&
    value.objects.every(isLocated)
  );
}

const isUtterance = (value: unknown): value is Utterance => isObject(value) && isText(value.text);

function isColumns(value: unknown): value is Columns {
  return isObject(value) && Object.values(value).every(Array.isArray);
}

/** Endpoints wrap their lists; each kind of endpoint under a name of its own. */
const LISTS = ["results", "words_result", "batch_result"];

function unwrapped(value: unknown): unknown {
  if (!isObject(value)) return value;
  const name = LISTS.find((key) => key in value);
  return name === undefined ? value : value[name];
}

function listOf<Item>(value: unknown, test: (item: unknown) => item is Item): Item[] | null {
  const list = value === null ? [] : Array.isArray(value) ? value : [value];
  return list.every(test) ? list : null;
}

/** People's labels come as bare names. */
const named = (value: unknown): unknown => {
  const list = Array.isArray(value) ? value : [value];
  return list.map((item: unknown) => (isText(item) ? { name: item } : item));
};

/** A transcript that people wrote is a bare text, or a list of them. */
const spoken = (value: unknown): unknown => {
  const list = Array.isArray(value) ? value : [value];
  return list.map((item: unknown) => (isText(item) ? { text: item } : item));
};

const onlyColumns = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

const READERS: { [Kind in PredictionKind]: (value: unknown) => Documents[Kind] | null } = {
  labels: (value) => listOf(value === null ? [] : named(value), isNamed),
  boxes: (value) => listOf(value, isLocated),
  masks: (value) => listOf(value, isLocated),
  anomaly: (value) => listOf(value === null ? [] : named(value), isAnomaly),
  spans: (value) => listOf(value, isSpan),
  opinions: (value) =>
    listOf(
      value === null ? [] : named(value),
      (item): item is Named | TextSpan => isNamed(item) || isSpan(item),
    ),
  relations: (value) => listOf(value, isRelation),
  transcript: (value) => listOf(value === null ? [] : spoken(value), isUtterance),
  words: (value) => listOf(value, isLocated),
  tracks: (value) => listOf(value, isFrame),
  rows: (value) => listOf(value, isObject),
  forecast: (value) => {
    const columns = onlyColumns(value);
    return isColumns(columns) ? columns : null;
  },
  matches: (value) => listOf(value === null ? [] : named(value), isNamed),
};

/** Read a prediction of a kind; `null` when it has another form, which the reader should see as it is. */
export function readPrediction<Kind extends PredictionKind>(
  kind: Kind,
  value: unknown,
): Documents[Kind] | null {
  return READERS[kind](unwrapped(value ?? null));
}
