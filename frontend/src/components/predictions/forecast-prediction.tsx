import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { CurvesChart } from "@/components/charts/curves-chart";
import { useText } from "@/components/media/use-text";
import type { Source } from "@/components/media/source";

import type { Columns } from "./documents";
import { forecastCurves, readColumns } from "./forecast";

interface ForecastPredictionProps {
  source: Source;
  columns: Columns;
  plain?: boolean;
}

/** What is expected, with its interval, behind what was known. */
export function ForecastPrediction({ source, columns, plain }: ForecastPredictionProps) {
  const { t } = useTranslation();
  const { text } = useText(source);
  const { xKind, curves } = useMemo(
    () =>
      forecastCurves(columns, text === undefined ? null : readColumns(text), (target) =>
        t("predictions.known", { target }),
      ),
    [columns, t, text],
  );
  return (
    <CurvesChart
      title={t("predictions.forecast")}
      xLabel={t(xKind === "time" ? "predictions.time" : "predictions.step")}
      xKind={xKind}
      curves={curves}
      height={plain ? 180 : 320}
    />
  );
}
