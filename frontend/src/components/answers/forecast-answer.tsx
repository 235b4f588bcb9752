import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { CurvesChart } from "@/components/charts/curves-chart";
import { useText } from "@/components/media/use-text";
import type { Source } from "@/components/media/source";

import type { Columns } from "./documents";
import { forecastCurves, readColumns } from "./forecast";

interface ForecastAnswerProps {
  source: Source;
  columns: Columns;
  plain?: boolean;
}

/** What is expected, with its interval, behind what was known. */
export function ForecastAnswer({ source, columns, plain }: ForecastAnswerProps) {
  const { t } = useTranslation();
  const { text } = useText(source);
  const { xKind, curves } = useMemo(
    () =>
      forecastCurves(columns, text === undefined ? null : readColumns(text), (target) =>
        t("answers.known", { target }),
      ),
    [columns, t, text],
  );
  return (
    <CurvesChart
      title={t("answers.forecast")}
      xLabel={t(xKind === "time" ? "answers.time" : "answers.step")}
      xKind={xKind}
      curves={curves}
      height={plain ? 180 : 320}
    />
  );
}
