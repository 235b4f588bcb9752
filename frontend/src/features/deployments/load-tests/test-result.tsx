import { Alert } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { LineChart } from "@/components/charts/line-chart";
import { JobFailure } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { formatDuration, formatTime } from "@/i18n/format";

import type { LoadTest } from "../types";
import { latencyPoints } from "./latency-points";
import styles from "./load-tests.module.css";
import { StagesTable } from "./stages-table";
import { useHeadline } from "./use-headline";
import { useTestName } from "./use-test-name";

interface TestResultProps {
  test: LoadTest;
  /** What it is compared with. */
  other: LoadTest | undefined;
}

/** What a test has found: in a sentence, drawn, and in figures. */
export function TestResult({ test, other }: TestResultProps) {
  const { t } = useTranslation();
  const headline = useHeadline();
  const { job } = test;
  return (
    <div className={styles.stack}>
      <p className={styles.headline}>{headline(test)}</p>
      <p className={styles.muted}>
        <Origin test={test} />
      </p>
      {other !== undefined && (
        <p className={styles.muted}>
          {t("deployments.loadTest.compared", { headline: headline(other) })} ·{" "}
          <Origin test={other} />
        </p>
      )}
      {test.is_failing && (
        <Alert type="warning" showIcon title={t("deployments.loadTest.failing")} />
      )}
      {test.stages.some((stage) => stage.is_client_saturated) && (
        <Alert type="info" showIcon title={t("deployments.loadTest.saturatedText")} />
      )}
      {job?.state === "cancelled" && (
        <Alert type="info" showIcon title={t("deployments.loadTest.cancelled")} />
      )}
      {job !== null && <JobFailure job={job} />}
      {test.stages.length > 0 && (
        <>
          <Latencies tests={other === undefined ? [test] : [test, other]} />
          <StagesTable test={test} />
        </>
      )}
    </div>
  );
}

/** Which revision was tested, when, where and with what. */
function Origin({ test }: { test: LoadTest }) {
  const { t } = useTranslation();
  const name = useTestName();
  return (
    <>
      {name(test)} · <Time value={test.created_at} />
      {test.machine !== "" && (
        <> · {t("deployments.loadTest.machine", { name: test.machine, count: test.num_cores })}</>
      )}
      {test.request_source !== "" && (
        <>
          {" "}
          · {t(`deployments.loadTest.request.${test.request_source}`, { name: test.request_name })}
        </>
      )}
    </>
  );
}

/** Calls a second against the p99, stage by stage. */
function Latencies({ tests }: { tests: readonly LoadTest[] }) {
  const { t, i18n } = useTranslation();
  const name = useTestName();
  const duration = useCallback(
    (ms: number) => formatDuration(ms / 1000, i18n.language),
    [i18n.language],
  );
  const series = tests.flatMap((test) => {
    const points = latencyPoints(test.stages);
    return points.length === 0
      ? []
      : [
          {
            // Two tests of one revision are told apart by their times.
            name: `${name(test)} · ${formatTime(test.created_at, i18n.language, "moment")}`,
            points: points.map(({ point }) => point),
            labels: points.map(({ callers }) =>
              t("deployments.loadTest.point", { count: callers }),
            ),
          },
        ];
  });
  if (series.length === 0) return null;
  return (
    <LineChart
      title={t("deployments.loadTest.chart")}
      xLabel={t("deployments.loadTest.field.rate")}
      format={duration}
      height={240}
      series={series}
    />
  );
}
