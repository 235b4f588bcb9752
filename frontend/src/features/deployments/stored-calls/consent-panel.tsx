import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useUpdateDeployment } from "../api/use-update-deployment";
import type { Deployment, Sampling } from "../types";
import styles from "./stored-calls.module.css";
import { SamplingForm } from "./sampling-form";

/** What is proposed to who allows calls to be stored: a few by chance, and those that are unsure. */
const PROPOSED: Sampling = {
  share: 0.05,
  below_score: 0.6,
  on_disagreement: true,
  drift_share: 0.1,
  on_request: true,
  hidden_fields: [],
  masks_contacts: true,
  keep_days: 30,
  max_megabytes: 1024,
};

/** No call is stored until somebody says which, for how long, and without what. */
export function ConsentNeeded({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <SamplingPanel deployment={deployment} onClose={() => setIsAsked(false)} />;
  return (
    <EmptyState
      title={t("calls.consent.title")}
      action={
        <Button type="primary" onClick={() => setIsAsked(true)}>
          {t("calls.consent.begin")}
        </Button>
      }
    >
      {t("calls.consent.text")}
    </EmptyState>
  );
}

interface SamplingPanelProps {
  deployment: Deployment;
  onClose: () => void;
}

/** Say which calls are stored, or that none is any more. */
export function SamplingPanel({ deployment, onClose }: SamplingPanelProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const update = useUpdateDeployment(deployment.id);
  const [sampling, setSampling] = useState(deployment.sampling ?? PROPOSED);
  const save = (wanted: Sampling | null) =>
    update.mutate(
      { sampling: wanted },
      {
        onSuccess: () => {
          void message.success(t(wanted === null ? "calls.consent.ended" : "calls.consent.saved"));
          onClose();
        },
      },
    );
  return (
    <Panel title={t("calls.sampling.title")}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t("calls.sampling.text")}</p>
        <SamplingForm value={sampling} onChange={setSampling} />
        <ProblemAlert error={update.error} />
        <div className={styles.row}>
          <Button type="primary" loading={update.isPending} onClick={() => save(sampling)}>
            {t(deployment.sampling === null ? "calls.consent.allow" : "calls.consent.save")}
          </Button>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          {deployment.sampling !== null && (
            <Button danger type="text" disabled={update.isPending} onClick={() => save(null)}>
              {t("calls.consent.end")}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}
