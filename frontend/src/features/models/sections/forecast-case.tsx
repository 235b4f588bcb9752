import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { readPrediction } from "@/components/predictions/documents";
import { forecastCurves } from "@/components/predictions/forecast";
import { CurvesChart, type Curve } from "@/components/charts/curves-chart";

/** A forecast over what really came; targets have scales of their own, so each has a chart. */
export function ForecastCase({ truth, predicted }: { truth: unknown; predicted: unknown }) {
  const { t } = useTranslation();
  const charts = useMemo((): { target: string; curves: Curve[] }[] => {
    const came = new Map(curvesOf(truth).map((curve) => [curve.name, curve]));
    return curvesOf(predicted).map((curve) => {
      const actual = came.get(curve.name);
      const ahead = { ...curve, color: 1, name: t("predictions.predicted") };
      if (actual === undefined) return { target: curve.name, curves: [ahead] };
      const past = { ...actual, color: 0, isFaint: true, name: t("predictions.truth") };
      return { target: curve.name, curves: [past, ahead] };
    });
  }, [predicted, t, truth]);
  return charts.map(({ target, curves }) => (
    <CurvesChart
      key={target}
      title={target}
      xLabel={t("predictions.step")}
      yLabel={target}
      curves={curves}
      height={220}
    />
  ));
}

function curvesOf(document: unknown): readonly Curve[] {
  const columns = readPrediction("forecast", document);
  return columns === null ? [] : forecastCurves(columns, null, (target) => target).curves;
}
