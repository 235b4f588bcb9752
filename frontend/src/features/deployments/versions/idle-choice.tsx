import { App, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "@/i18n/format";
import { problemText } from "@/i18n/problem-text";

import { useUpdateDeployment } from "../api/use-update-deployment";
import styles from "../endpoint/endpoint.module.css";
import type { Deployment } from "../types";
import own from "./versions.module.css";

const MINUTES = [5, 15, 60, 240, 1440];

/** After how long without a call an endpoint frees its memory, and what waking it cost. */
export function IdleChoice({ deployment }: { deployment: Deployment }) {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const update = useUpdateDeployment(deployment.id);
  const id = useId();
  const { idle_minutes: chosen, wake_seconds: seconds } = deployment;
  const offered = chosen === null || MINUTES.includes(chosen) ? MINUTES : [chosen, ...MINUTES];
  const label = (minutes: number) =>
    minutes % 60 === 0
      ? t("deployments.idle.hours", { count: minutes / 60 })
      : t("deployments.idle.minutes", { count: minutes });
  const change = (minutes: number) =>
    update.mutate(
      { idle_minutes: minutes === 0 ? null : minutes },
      { onError: (error) => void message.error(problemText(t, error)) },
    );
  return (
    <div>
      <div className={styles.row}>
        <label htmlFor={id}>{t("deployments.idle.title")}</label>
        <Select
          id={id}
          size="small"
          className={own.idle}
          loading={update.isPending}
          value={chosen ?? 0}
          onChange={change}
          options={[
            { value: 0, label: t("deployments.idle.never") },
            ...offered.map((value) => ({ value, label: label(value) })),
          ]}
        />
      </div>
      <p className={styles.muted}>
        {t("deployments.idle.text")}
        {seconds !== null &&
          ` ${t("deployments.idle.cost", { seconds: formatNumber(seconds, i18n.language) })}`}
      </p>
    </div>
  );
}
