import { Alert } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { formatBytes, formatDuration, formatMetric, formatPercent } from "@/i18n/format";

import type { ClassificationReport } from "../report/report";
import styles from "./version.module.css";

/** More than this share of the metric lost on the way to the runtime needs a look. */
const NOTEWORTHY_LOSS = 0.005;

/** The exported model replayed on held-out samples: what will really be deployed. */
export function RuntimePanel({ report }: { report: ClassificationReport }) {
  const { t, i18n } = useTranslation();
  const { runtime } = report;
  const percent = (value: number) => formatPercent(value, i18n.language, 2);
  const duration = (ms: number) => formatDuration(ms / 1000, i18n.language);
  const loss = runtime.trained_metric - runtime.metric;
  return (
    <Panel title={<Term name="deployed_runtime">{t("models.runtime.title")}</Term>}>
      <div className={styles.stack}>
        {loss > NOTEWORTHY_LOSS && (
          <Alert
            type="warning"
            showIcon
            title={t("models.runtime.loss", { loss: percent(loss) })}
          />
        )}
        <Stats>
          <Stat
            label={t("models.runtime.metric")}
            value={percent(runtime.metric)}
            detail={t("models.runtime.trained", {
              value: percent(runtime.trained_metric),
              samples: runtime.num_samples,
            })}
          />
          <Stat
            label={<Term name="max_difference">{t("models.runtime.difference")}</Term>}
            value={formatMetric(runtime.max_abs_difference, i18n.language)}
          />
          <Stat
            label={t("models.headline.size")}
            value={formatBytes(runtime.size_bytes, i18n.language)}
          />
          <Stat
            label={<Term name="latency">{t("models.headline.latency")}</Term>}
            value={duration(runtime.latency_p50_ms)}
            detail={t("models.runtime.p99", { value: duration(runtime.latency_p99_ms) })}
          />
        </Stats>
        <p className={styles.muted}>
          {runtime.runtime} · {runtime.device}
        </p>
      </div>
    </Panel>
  );
}
