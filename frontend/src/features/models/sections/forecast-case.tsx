import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { readPrediction } from "@/components/predictions/documents";
import { forecastCurves } from "@/components/predictions/forecast";
import { CurvesChart, type Curve } from "@/components/charts/curves-chart";

/** A forecast over what really came: both belong on one image. */
export function ForecastCase({ truth, predicted }: { truth: unknown; predicted: unknown }) {
  const { t } = useTranslation();
  const curves = useMemo((): Curve[] => {
    const curvesOf = (document: unknown) => {
      const columns = readPrediction("forecast", document);
      return columns === null ? [] : forecastCurves(columns, null, (target) => target).curves;
    };
    return [
      ...curvesOf(truth).map((curve, color) => ({
        ...curve,
        color,
        isFaint: true,
        name: `${curve.name} · ${t("predictions.truth")}`,
      })),
      ...curvesOf(predicted).map((curve, color) => ({
        ...curve,
        color: color + 1,
        name: `${curve.name} · ${t("predictions.predicted")}`,
      })),
    ];
  }, [predicted, t, truth]);
  return (
    <CurvesChart
      title={t("predictions.forecast")}
      xLabel={t("predictions.step")}
      curves={curves}
      height={220}
    />
  );
}
