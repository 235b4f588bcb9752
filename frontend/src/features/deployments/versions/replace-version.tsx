import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { problemText } from "@/i18n/problem-text";

import { useUpdateDeployment } from "../api/use-update-deployment";
import styles from "../endpoint/endpoint.module.css";
import type { Deployment } from "../types";
import { VersionSelect } from "./version-select";

/** Put another version in the place of all others. */
export function ReplaceVersion({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const update = useUpdateDeployment(deployment.id);
  const [next, setNext] = useState<string>();
  const replace = () =>
    update.mutate(
      { model_version_id: next },
      {
        onSuccess: () => setNext(undefined),
        onError: (error) => void message.error(problemText(t, error)),
      },
    );
  return (
    <div className={styles.row}>
      <VersionSelect
        projectId={deployment.project_id}
        without={[deployment.model_version.id]}
        value={next}
        onChange={setNext}
      />
      <Button loading={update.isPending} disabled={next === undefined} onClick={replace}>
        {t("deployments.revisions.replace")}
      </Button>
      <p className={styles.muted}>{t("deployments.revisions.explain")}</p>
    </div>
  );
}
