import { App, Switch } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import { useUpdateDeployment } from "../api/use-update-deployment";
import styles from "../endpoint/endpoint.module.css";
import type { Deployment } from "../types";
import own from "./versions.module.css";

/** Whether calls go back by themselves when a new version does worse. */
export function RollsBackSwitch({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const update = useUpdateDeployment(deployment.id);
  const id = useId();
  const change = (rolls_back: boolean) =>
    update.mutate(
      { rolls_back },
      { onError: (error) => void message.error(problemText(t, error)) },
    );
  return (
    <div>
      <div className={own.switch}>
        <Switch
          id={id}
          size="small"
          aria-describedby={`${id}-text`}
          checked={deployment.rolls_back}
          loading={update.isPending}
          onChange={change}
        />
        <label htmlFor={id}>{t("deployments.revisions.auto")}</label>
      </div>
      <p id={`${id}-text`} className={styles.muted}>
        {t("deployments.revisions.autoText")}
      </p>
    </div>
  );
}
