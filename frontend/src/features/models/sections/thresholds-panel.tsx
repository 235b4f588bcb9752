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

import type { ThresholdsSection } from "../report/sections";
import { scoresAt } from "../report/thresholds";
import styles from "../version/version.module.css";

/** What a threshold gains and costs for one label, from the points that the evaluation stored. */
export function ThresholdsPanel({ section }: { section: ThresholdsSection }) {
  const { t, i18n } = useTranslation();
  const [query, change] = useAddressParts();
  const chosen =
    section.labels.find(({ label }) => label === query.get("class")) ?? section.labels[0];
  const points = useMemo(
    () => (chosen?.points ?? []).toSorted((one, other) => one.threshold - other.threshold),
    [chosen],
  );
  if (chosen === undefined) return null;
  const threshold = Number(query.get("threshold") ?? chosen.recommended);
  const scores = scoresAt(points, threshold);
  const percent = (value: number) => formatPercent(value, i18n.language);
  return (
    <Panel title={<Term name="threshold">{t("models.threshold.title")}</Term>}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t("models.sections.threshold")}</p>
        <div className={styles.slider}>
          <Slider
            min={0}
            max={1}
            step={0.01}
            value={threshold}
            ariaLabelForHandle={t("models.threshold.title")}
            onChange={(value) => change({ threshold: value.toFixed(2) })}
          />
          <strong>{threshold.toFixed(2)}</strong>
          <Button
            size="small"
            disabled={Math.abs(threshold - chosen.recommended) < 0.005}
            onClick={() => change({ threshold: null })}
          >
            {t("models.threshold.recommended", { value: chosen.recommended.toFixed(2) })}
          </Button>
        </div>
        {section.labels.length > 1 && (
          <Select
            showSearch
            aria-label={t("models.threshold.class")}
            style={{ maxWidth: 280 }}
            value={chosen.label}
            onChange={(label) => change({ class: label, threshold: null })}
            options={section.labels.map(({ label }) => ({
              value: label,
              label: label,
            }))}
          />
        )}
        <Stats>
          <Stat label={<MetricTerm name="precision" />} value={percent(scores.precision)} />
          <Stat label={<MetricTerm name="recall" />} value={percent(scores.recall)} />
          <Stat label={<MetricTerm name="f1" />} value={percent(scores.f1)} />
        </Stats>
        <PrecisionRecallCurve
          title={
            section.labels.length > 1
              ? t("models.threshold.curve", { label: chosen.label })
              : t("models.threshold.curveOfOne")
          }
          points={points}
          threshold={threshold}
          height={220}
        />
      </div>
    </Panel>
  );
}
