import { useTranslation } from "react-i18next";

import { formatDuration, formatNumber } from "@/i18n/format";

import type { LoadTest } from "../types";

/** What a test has found, in a sentence: what the endpoint holds, and whether it ended early. */
export function useHeadline(): (test: LoadTest) => string {
  const { t, i18n } = useTranslation();
  const duration = (ms: number) => formatDuration(ms / 1000, i18n.language);
  const found = ({ stages, best, target_p99_ms: target }: LoadTest) => {
    const [first] = stages;
    if (first === undefined) return t("deployments.loadTest.nothing");
    const stage = best === null ? undefined : stages[best];
    if (stage === undefined) {
      return target === null
        ? t("deployments.loadTest.allFail")
        : t("deployments.loadTest.notEven", { count: first.callers, target: duration(target) });
    }
    const rate = formatNumber(stage.calls_per_second, i18n.language, 3);
    return target === null
      ? t("deployments.loadTest.most", { rate, p99: duration(stage.p99_ms ?? 0) })
      : t("deployments.loadTest.holds", { rate, target: duration(target) });
  };
  return (test) => {
    const headline = found(test);
    if (test.is_failing) return t("deployments.loadTest.endedEarly", { headline });
    const isCancelled = test.job?.state === "cancelled";
    return isCancelled ? t("deployments.loadTest.endedByPerson", { headline }) : headline;
  };
}
