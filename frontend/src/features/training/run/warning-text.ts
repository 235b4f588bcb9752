import type { TFunction } from "i18next";

import { candidateName } from "@/components/metrics/candidate-name";
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
  { code, params: given, message }: Warning,
  { options }: Pick<TrainingRun, "options">,
): string {
  // A model that a run tries is named in words, as it is everywhere else.
  const { backbone } = given;
  const params =
    typeof backbone === "string" ? { ...given, backbone: candidateName(t, backbone) } : given;
  const asked = codedText(t, code, params, message);
  const isAgreed = Array.isArray(options.accepted) && options.accepted.includes(code);
  return isAgreed ? t(`report.notes.${code}`, { ...counted(params), defaultValue: asked }) : asked;
}
