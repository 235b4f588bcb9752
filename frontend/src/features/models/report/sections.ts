/** The parts of a report; `key` names the heading. */

import type { components } from "../../../api/generated/schema";

type Schemas = components["schemas"];

export type BarsSection = Schemas["BarsSection"];
export type Case = Schemas["Case"];
export type CasesSection = Schemas["CasesSection"];
export type CurvesSection = Schemas["CurvesSection"];
export type LabelThresholds = Schemas["LabelThresholds"];
export type MatrixSection = Schemas["MatrixSection"];
export type NoteSection = Schemas["NoteSection"];
export type OperatingPoint = Schemas["OperatingPoint"];
export type Section = Schemas["SectionedReport"]["sections"][number];
export type SectionCurve = Schemas["Curve"];
export type TableSection = Schemas["TableSection"];
export type CellUnit = TableSection["units"][number];
export type ThresholdsSection = Schemas["ThresholdsSection"];
