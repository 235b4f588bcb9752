import { Button, Select, Slider } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { PrecisionRecallCurve } from "@/components/charts/precision-recall-curve";
import { MetricTerm } from "@/components/metrics/metric-term";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { useAddressParts } from "@/components/ui/use-address";
import { formatPercent } from "@/i18n/format";

import type { ClassificationReport } from "../report/report";
import { bestCommonThreshold, macroScoresAt, scoresAt } from "../report/thresholds";
import styles from "./version.module.css";

const ALL = "";

/** What a threshold gains and costs, from the points that the evaluation stored. */
export function ThresholdPanel({ report }: { report: ClassificationReport }) {
  const { t, i18n } = useTranslation();
  const [query, change] = useAddressParts();
  const chosen = report.classes.find(({ label }) => label === query.get("class"));
  const common = useMemo(() => bestCommonThreshold(report.classes), [report]);
  const recommended = chosen?.recommended_threshold ?? common;
  const threshold = Number(query.get("threshold") ?? recommended);
  const scores =
    chosen === undefined
      ? macroScoresAt(report.classes, {}, threshold)
      : scoresAt(chosen.curve, threshold);
  const points = [...(chosen?.curve ?? [])].sort((one, other) => one.threshold - other.threshold);
  const percent = (value: number) => formatPercent(value, i18n.language);
  const isRecommended = Math.abs(threshold - recommended) < 0.005;
  return (
    <Panel title={<Term name="threshold">{t("models.threshold.title")}</Term>}>
      <div className={styles.stack}>
        <p className={styles.muted}>
          {t(report.multi_label ? "models.threshold.multi" : "models.threshold.single")}
        </p>
        <div className={styles.slider}>
          <Slider
            min={0}
            max={1}
            step={0.01}
            value={threshold}
            ariaLabelForHandle={t("models.threshold.title")}
            marks={{ [recommended]: recommended.toFixed(2) }}
            onChange={(value) => change({ threshold: value.toFixed(2) })}
          />
          <strong>{threshold.toFixed(2)}</strong>
          <Button size="small" disabled={isRecommended} onClick={() => change({ threshold: null })}>
            {t("models.threshold.recommended", { value: recommended.toFixed(2) })}
          </Button>
        </div>
        <Select
          showSearch
          aria-label={t("models.threshold.class")}
          style={{ maxWidth: 280, marginTop: 8 }}
          value={chosen?.label ?? ALL}
          onChange={(label) => change({ class: label === ALL ? null : label, threshold: null })}
          options={[
            { value: ALL, label: t("models.threshold.all") },
            ...report.classes.map(({ label }) => ({ value: label, label })),
          ]}
        />
        <Stats>
          <Stat label={<MetricTerm name="precision" />} value={percent(scores.precision)} />
          <Stat label={<MetricTerm name="recall" />} value={percent(scores.recall)} />
          <Stat
            label={<MetricTerm name="f1" />}
            value={percent(scores.f1)}
            detail={
              chosen === undefined
                ? t("models.headline.meanOfClasses", { count: report.classes.length })
                : t("models.headline.of", { count: chosen.num_samples })
            }
          />
        </Stats>
        {chosen !== undefined && (
          <PrecisionRecallCurve
            title={t("models.threshold.curve", { label: chosen.label })}
            points={points}
            threshold={threshold}
            height={220}
          />
        )}
      </div>
    </Panel>
  );
}
