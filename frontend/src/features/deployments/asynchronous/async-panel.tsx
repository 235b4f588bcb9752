import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useUpdateDeployment } from "../api/use-update-deployment";
import { useWebhooks } from "../api/use-webhooks";
import type { AsyncPredictions, Deployment } from "../types";
import { AsyncForm } from "./async-form";
import styles from "./async.module.css";

/** What is proposed to who allows asynchronous predictions. */
const PROPOSED: AsyncPredictions = {
  max_concurrent: 2,
  time_limit_minutes: 60,
  keep_hours: 24,
  channel_ids: [],
};

interface AsyncPanelProps {
  deployment: Deployment;
  organisationId: string | undefined;
}

/** Whether calls are accepted that are answered later, and how. */
export function AsyncPanel({ deployment, organisationId }: AsyncPanelProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const update = useUpdateDeployment(deployment.id);
  const webhooks = useWebhooks(organisationId, deployment.project_id);
  const [changed, setChanged] = useState<AsyncPredictions>();
  const given = deployment.async_predictions;
  const shown = changed ?? given;
  const isOn = given !== null;
  const save = (wanted: AsyncPredictions | null) =>
    update.mutate(
      { async_predictions: wanted },
      {
        onSuccess: () => {
          void message.success(
            t(wanted === null ? "deployments.async.ended" : "deployments.async.saved"),
          );
          setChanged(undefined);
        },
      },
    );
  return (
    <Panel title={t("deployments.async.title")}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t("deployments.async.text")}</p>
        {shown === null ? (
          <div>
            <Button onClick={() => setChanged(PROPOSED)}>{t("deployments.async.begin")}</Button>
          </div>
        ) : (
          <>
            <AsyncForm value={shown} webhooks={webhooks.data ?? []} onChange={setChanged} />
            <div className={styles.row}>
              <Button
                loading={update.isPending}
                disabled={changed === undefined}
                onClick={() => save(shown)}
              >
                {t(isOn ? "deployments.async.save" : "deployments.async.allow")}
              </Button>
              {changed !== undefined && (
                <Button onClick={() => setChanged(undefined)}>{t("ui.cancel")}</Button>
              )}
              {isOn && (
                <Button danger type="text" disabled={update.isPending} onClick={() => save(null)}>
                  {t("deployments.async.end")}
                </Button>
              )}
            </div>
            {isOn && <p className={styles.muted}>{t("deployments.async.endText")}</p>}
          </>
        )}
        <ProblemAlert error={update.error ?? webhooks.error} />
      </div>
    </Panel>
  );
}
