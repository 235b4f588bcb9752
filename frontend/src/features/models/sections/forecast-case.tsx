import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { readAnswer } from "@/components/answers/documents";
import { forecastCurves } from "@/components/answers/forecast";
import { CurvesChart, type Curve } from "@/components/charts/curves-chart";

/** A forecast over what really came: both belong on one image. */
export function ForecastCase({ truth, predicted }: { truth: unknown; predicted: unknown }) {
  const { t } = useTranslation();
  const curves = useMemo((): Curve[] => {
    const curvesOf = (document: unknown) => {
      const columns = readAnswer("forecast", document);
      return columns === null ? [] : forecastCurves(columns, null, (target) => target).curves;
    };
    return [
      ...curvesOf(truth).map((curve, color) => ({
        ...curve,
        color,
        isFaint: true,
        name: `${curve.name} · ${t("answers.truth")}`,
      })),
      ...curvesOf(predicted).map((curve, color) => ({
        ...curve,
        color: color + 1,
        name: `${curve.name} · ${t("answers.predicted")}`,
      })),
    ];
  }, [predicted, t, truth]);
  return (
    <CurvesChart
      title={t("answers.forecast")}
      xLabel={t("answers.step")}
      curves={curves}
      height={220}
    />
  );
}
