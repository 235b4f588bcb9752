import {
  CheckCircleOutlined,
  InfoCircleOutlined,
  MinusCircleOutlined,
  WarningOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, formatDuration } from "@/i18n/format";

import type { Comparison } from "../../types";
import { columnOf } from "./compared";
import styles from "./comparison.module.css";

type Tone = "better" | "worse" | "same" | "unknown";

const ICONS: Record<Tone, ReactNode> = {
  better: <CheckCircleOutlined />,
  worse: <WarningOutlined />,
  same: <MinusCircleOutlined />,
  unknown: <InfoCircleOutlined />,
};

/** How each word of a verdict reads; the words themselves are those of the API. */
export const TONES = {
  more: "worse",
  fewer: "better",
  slower: "worse",
  faster: "better",
  no_difference_found: "same",
} as const;

/** What can be said of the revision beside the other, and what cannot yet. */
export function VerdictLines({ comparison }: { comparison: Comparison }) {
  const { t, i18n } = useTranslation();
  const { revision, other, verdict } = comparison;
  const { errors, error_difference: difference, latency, num_calls_needed: needed } = verdict;
  const names = { one: revision.number, other: other.number };
  const points = (value: number) =>
    new Intl.NumberFormat(i18n.language, {
      maximumFractionDigits: 1,
      signDisplay: errors === "no_difference_found" ? "exceptZero" : "never",
    }).format(value * 100);
  const mean = (ms: number | null) => formatDuration((ms ?? 0) / 1000, i18n.language);
  const range = [difference?.low ?? 0, difference?.high ?? 0];
  const [low = 0, high = 0] = errors === "fewer" ? range.toReversed() : range;
  const shadow = [revision, other].find((one) => columnOf(one).isShadow);
  const least = [revision, other].toSorted(
    (one, two) => one.answered.num_calls - two.answered.num_calls,
  )[0];
  return (
    <ul className={styles.verdict} aria-label={t("deployments.comparison.verdict.title")}>
      {errors !== null && (
        <Line tone={TONES[errors]}>
          {t(`deployments.comparison.verdict.errors.${errors}`, {
            ...names,
            low: points(low),
            high: points(high),
          })}
        </Line>
      )}
      {latency !== null && (
        <Line tone={TONES[latency]}>
          {t(`deployments.comparison.verdict.latency.${latency}`, {
            ...names,
            mean: mean(revision.answered.latency_mean_ms),
            base: mean(other.answered.latency_mean_ms),
          })}
        </Line>
      )}
      {shadow !== undefined ? (
        <Line tone="unknown">
          {t("deployments.comparison.verdict.shadow", { number: shadow.number })}
        </Line>
      ) : (
        needed !== null &&
        least !== undefined && (
          <Line tone="unknown">
            {t(
              errors === null
                ? "deployments.comparison.verdict.few"
                : "deployments.comparison.verdict.fewForLatency",
              {
                number: least.number,
                num: formatCount(least.answered.num_calls, i18n.language),
                needed: formatCount(needed, i18n.language),
              },
            )}
          </Line>
        )
      )}
    </ul>
  );
}

function Line({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <li className={styles[tone]}>
      <span aria-hidden>{ICONS[tone]}</span>
      <span>{children}</span>
    </li>
  );
}
