import { Button, Form } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useUpdateDeployment } from "../api/use-update-deployment";
import styles from "../endpoint/endpoint.module.css";
import type { Deployment } from "../types";
import { areSame, type Limits } from "./limits";
import { LimitsFields } from "./limits-fields";

/** How much all callers of an endpoint may call together. */
export function LimitsPanel({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const update = useUpdateDeployment(deployment.id);
  const [changed, setChanged] = useState<Limits>();
  const limits = changed ?? deployment.limits;
  const save = () => update.mutate({ limits }, { onSuccess: () => setChanged(undefined) });
  return (
    <Panel title={t("deployments.limits.title")}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t("deployments.limits.text")}</p>
        <Form layout="vertical" component="div">
          <LimitsFields id="endpoint-limits" value={limits} onChange={setChanged} />
        </Form>
        <div>
          <Button
            loading={update.isPending}
            disabled={areSame(limits, deployment.limits)}
            onClick={save}
          >
            {t("deployments.limits.save")}
          </Button>
        </div>
        <ProblemAlert error={update.error} />
      </div>
    </Panel>
  );
}
