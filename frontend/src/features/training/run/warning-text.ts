import type { TFunction } from "i18next";

import { codedText, counted } from "@/i18n/problem-text";

import type { TrainingRun } from "../types";

export interface Warning {
  code: string;
  params: Record<string, unknown>;
  message: string;
}

/** A warning of a run: what was agreed to before it is told as what was done then. */
export function warningText(
  t: TFunction,
  { code, params, message }: Warning,
  { options }: Pick<TrainingRun, "options">,
): string {
  const asked = codedText(t, code, params, message);
  const isAgreed = Array.isArray(options.accepted) && options.accepted.includes(code);
  return isAgreed ? t(`report.notes.${code}`, { ...counted(params), defaultValue: asked }) : asked;
}
