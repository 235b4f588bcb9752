import { Alert } from "antd";
import { useTranslation } from "react-i18next";

import { gainOver, metricText } from "@/components/metrics/metric";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { formatBytes, formatDuration } from "@/i18n/format";

import { deviceText } from "../report/device-text";
import type { Report } from "../report/report";
import styles from "./version.module.css";

/** More than this share of the metric lost on the way to the runtime needs a look. */
const NOTEWORTHY_LOSS = 0.005;

/** The exported model replayed on held-out samples: what will really be deployed. */
export function RuntimePanel({ report }: { report: Report }) {
  const { t, i18n } = useTranslation();
  const { runtime } = report;
  // A classifier's metric is a share; others say their unit, and whether more of it is better.
  const primary = report.kind === "sections" ? report.metrics[0] : undefined;
  const unit = primary?.unit ?? "share";
  const higherIsBetter = primary?.higher_is_better ?? true;
  const metric = (value: number) => metricText(value, unit, i18n.language, 2);
  const duration = (ms: number) => formatDuration(ms / 1000, i18n.language);
  const worse = gainOver(runtime.trained_metric, runtime.metric, { unit, higherIsBetter });
  // What is no share is compared by its own size; an error in shares of the naive one's is a share.
  const isShare = unit === "share" || primary?.name === "mase";
  const noteworthy = NOTEWORTHY_LOSS * (isShare ? 1 : Math.abs(runtime.trained_metric));
  return (
    <Panel title={<Term name="deployed_runtime">{t("models.runtime.title")}</Term>}>
      <div className={styles.stack}>
        {worse > noteworthy && (
          <Alert
            type="warning"
            showIcon
            title={t("models.runtime.loss", { loss: metric(worse) })}
          />
        )}
        <Stats>
          <Stat
            label={t("models.runtime.metric")}
            value={metric(runtime.metric)}
            detail={t("models.runtime.trained", {
              value: metric(runtime.trained_metric),
              samples: runtime.num_samples,
            })}
          />
          <Stat
            label={<Term name="max_difference">{t("models.runtime.difference")}</Term>}
            value={runtime.max_abs_difference.toExponential(1)}
          />
          <Stat
            label={t("models.runtime.size")}
            value={formatBytes(runtime.size_bytes, i18n.language)}
          />
          <Stat
            label={<Term name="latency">{t("models.sections.latency")}</Term>}
            value={duration(runtime.latency_p50_ms)}
            detail={t("models.runtime.p99", { value: duration(runtime.latency_p99_ms) })}
          />
        </Stats>
        <p className={styles.muted}>{deviceText(t, runtime)}</p>
      </div>
    </Panel>
  );
}
