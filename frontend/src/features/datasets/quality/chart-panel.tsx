import { useTranslation } from "react-i18next";

import { BarChart } from "@/components/charts/bar-chart";
import { Panel } from "@/components/ui/panel";
import { formatPercent } from "@/i18n/format";

import type { QualityChart } from "../api/quality/quality-keys";
import { Histogram } from "../statistics/histogram";
import { ShareBars } from "../statistics/share-bars";
import { PlaceMap } from "./place-map";

/** How one thing is spread over the samples. */
export function ChartPanel({ chart }: { chart: QualityChart }) {
  const { t, i18n } = useTranslation();
  if (chart.kind === "bars" && chart.name === "missing_percent") {
    return (
      <BarChart
        lying
        title={t("quality.chart.missing_percent")}
        format={(value) => formatPercent(value / 100, i18n.language, 0)}
        bars={chart.labels.map((name, index) => ({ name, value: chart.counts[index] ?? 0 }))}
      />
    );
  }
  return (
    <Panel title={t(`quality.chart.${chart.name}`)}>
      <Drawn chart={chart} />
    </Panel>
  );
}

function Drawn({ chart }: { chart: QualityChart }) {
  const { t } = useTranslation();
  switch (chart.kind) {
    case "histogram":
      return (
        <Histogram
          unit={chart.unit === "px" ? "pixels" : "ratio"}
          bins={chart.counts.map((num, index) => ({
            low: chart.edges[index] ?? 0,
            high: chart.edges[index + 1] ?? 0,
            num,
          }))}
        />
      );
    case "bars":
      return (
        <ShareBars
          rows={chart.labels.map((label, index) => ({
            key: label,
            name: chart.name === "script" ? t(`quality.script.${label}`) : label,
            count: chart.counts[index] ?? 0,
          }))}
        />
      );
    case "heat_map":
      return <PlaceMap rows={chart.rows} />;
  }
}
