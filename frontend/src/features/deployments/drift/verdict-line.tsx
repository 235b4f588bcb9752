import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  InfoCircleOutlined,
  WarningOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatTime } from "@/i18n/format";

import type { DriftSettings, DriftWindow, RevisionDrift } from "../types";
import styles from "./drift.module.css";

const ICONS: Record<DriftWindow["verdict"], ReactNode> = {
  same: <CheckCircleOutlined />,
  drifted: <WarningOutlined />,
  too_few_calls: <InfoCircleOutlined />,
  too_small_reference: <InfoCircleOutlined />,
};

interface VerdictLineProps {
  drift: RevisionDrift;
  settings: DriftSettings;
}

/** The verdict in words, and how far the next one is. */
export function VerdictLine({ drift, settings }: VerdictLineProps) {
  const { t } = useTranslation();
  const { latest, has_reference } = drift;
  if (!has_reference) {
    return (
      <EmptyState title={t("drift.noReference.title")}>{t("drift.noReference.text")}</EmptyState>
    );
  }
  if (latest === null && drift.num_counted === 0) {
    return (
      <EmptyState title={t("drift.noCalls.title")}>
        {t("drift.noCalls.text", { num: settings.window_calls, hours: settings.window_hours })}
      </EmptyState>
    );
  }
  return (
    <div className={styles.verdicts} role="status">
      {latest !== null && <Latest latest={latest} since={drift.drifted_since} />}
      <Counting drift={drift} settings={settings} />
    </div>
  );
}

function Latest({ latest, since }: { latest: DriftWindow; since: string | null }) {
  const { t, i18n } = useTranslation();
  const { verdict, num_drifted: count, last_at } = latest;
  const time = formatTime(since ?? last_at, i18n.language, "moment");
  return (
    <div className={styles[verdict]}>
      <span aria-hidden>{ICONS[verdict]}</span>
      <div>
        <p className={styles.words}>{t(`drift.verdict.${verdict}`, { count, time })}</p>
        {verdict !== "same" && <p className={styles.muted}>{t(`drift.advice.${verdict}`)}</p>}
      </div>
    </div>
  );
}

/** How many calls the window has that is being counted, and how many it waits for. */
function Counting({ drift, settings }: VerdictLineProps) {
  const { t, i18n } = useTranslation();
  const { num_counted, num_needed, latest } = drift;
  if (num_counted === 0) return null;
  const isShort = num_counted < num_needed;
  const values = {
    num: formatCount(num_counted, i18n.language),
    needed: formatCount(isShort ? num_needed : settings.window_calls, i18n.language),
    count: settings.window_hours,
  };
  const kind = isShort ? "few" : "going";
  return (
    <div className={styles.counting}>
      <span aria-hidden>
        <ClockCircleOutlined />
      </span>
      <p className={latest === null ? styles.words : styles.muted}>
        {t(`drift.counting.${latest === null ? "first" : "next"}.${kind}`, values)}
      </p>
    </div>
  );
}
