import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatMetric } from "@/i18n/format";

import type { Setting } from "./types";

export interface ParameterTexts {
  /** What a parameter is called. */
  name: (parameter: string) => string;
  /** One line on what it does; empty where nothing is known. */
  help: (parameter: string) => string;
  /** How one of its values is written; a dash where it takes no part. */
  value: (parameter: string, value: unknown) => string;
}

const BACKBONE = "backbone";

/** Names and values of what a search varies, in the reader's language. */
export function useParameterTexts(): ParameterTexts {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => ({
      name: (parameter) =>
        parameter === BACKBONE
          ? t("terms.backbone.name")
          : t(`training.option.${parameter}.name`, { defaultValue: parameter }),
      help: (parameter) =>
        parameter === BACKBONE
          ? t("tuning.space.backboneHelp")
          : t(`training.option.${parameter}.help`, { defaultValue: "" }),
      value: (parameter, value) => {
        if (value === undefined || value === null) return "–";
        if (typeof value === "boolean") return t(value ? "tuning.on" : "tuning.off");
        if (typeof value === "number") return formatSetting(value, i18n.language);
        if (parameter === BACKBONE) {
          return t(`training.backbone.${String(value)}`, { defaultValue: String(value) });
        }
        return t(`training.choice.${String(value)}`, { defaultValue: String(value) });
      },
    }),
    [t, i18n.language],
  );
}

const SMALL = 0.001;

/** A setting to three digits; small ones by their power of ten, which is what matters of them. */
export function formatSetting(value: Setting, language: string): string {
  if (typeof value !== "number") return String(value);
  if (value !== 0 && Math.abs(value) < SMALL) {
    return value
      .toExponential(2)
      .replace(/\.?0+e/, "e")
      .replace("e-", "e−");
  }
  return formatMetric(Number(value.toPrecision(3)), language);
}
