/** The parts of a report, as `engine/specs/package/sections.py` defines them; `key` names the heading. */

export type CellUnit = "text" | "count" | "share" | "number" | "milliseconds";

export interface TableSection {
  kind: "table";
  key: string;
  columns: string[];
  units: CellUnit[];
  rows: (string | number | null)[][];
}

export interface SectionCurve {
  name: string;
  x: number[];
  y: (number | null)[];
  low: number[] | null;
  high: number[] | null;
}

export interface CurvesSection {
  kind: "curves";
  key: string;
  x_axis: string;
  y_axis: string;
  curves: SectionCurve[];
  diagonal: boolean;
  points: boolean;
}

export interface BarsSection {
  kind: "bars";
  key: string;
  axis: string;
  unit: "count" | "share" | "number";
  names: string[];
  values: number[];
}

/** `cells[actual][predicted]`. */
export interface MatrixSection {
  kind: "matrix";
  key: string;
  rows: string[];
  columns: string[];
  cells: number[][];
}

export interface OperatingPoint {
  threshold: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface LabelThresholds {
  label: string;
  recommended: number;
  points: OperatingPoint[];
}

export interface ThresholdsSection {
  kind: "thresholds";
  key: string;
  labels: LabelThresholds[];
}

export interface Case {
  sample_id: string;
  name: string;
  error: string | null;
  truth: unknown;
  predicted: unknown;
  score: number | null;
  image: string | null;
  /** The sample itself, where the run made it. */
  sample_image?: string | null;
  attributions: [string, number][];
}

export interface CasesSection {
  kind: "cases";
  key: string;
  prediction: string;
  cases: Case[];
  num_cases: number;
}

export interface NoteSection {
  kind: "note";
  key: string;
  params: Record<string, string | number | boolean | null>;
}

export type Section =
  | TableSection
  | CurvesSection
  | BarsSection
  | MatrixSection
  | ThresholdsSection
  | CasesSection
  | NoteSection;
