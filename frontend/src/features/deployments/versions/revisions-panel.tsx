import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useRevisions } from "../api/use-revisions";
import styles from "../endpoint/endpoint.module.css";
import type { Deployment } from "../types";
import { AddVersionDialog } from "./add-version-dialog";
import { IdleChoice } from "./idle-choice";
import { ReplaceVersion } from "./replace-version";
import { RevisionsTable } from "./revisions-table";
import { RollBack } from "./roll-back";
import { RollsBackSwitch } from "./rolls-back-switch";
import { SharesEditor } from "./shares-editor";

/** Which versions get the calls, which did, and how that changes. */
export function RevisionsPanel({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const mayChange = useMay("developer");
  const revisions = useRevisions(deployment.id);
  const [isAdding, setIsAdding] = useState(false);
  const rows = revisions.data?.results ?? [];
  const isShared = rows.filter(({ weight }) => weight > 0).length > 1;
  const controls = mayChange && (
    <div className={styles.row}>
      {rows.length > 1 && <RollBack deploymentId={deployment.id} revisions={rows} />}
      <Button size="small" type="primary" onClick={() => setIsAdding(true)}>
        {t("deployments.revisions.add")}
      </Button>
    </div>
  );
  return (
    <Panel title={t("deployments.revisions.title")} extra={controls}>
      <div className={styles.stack}>
        {mayChange && <ReplaceVersion deployment={deployment} />}
        {revisions.isError && revisions.data === undefined ? (
          <ErrorState error={revisions.error} onRetry={() => void revisions.refetch()} />
        ) : revisions.isPending ? (
          <RowsSkeleton count={2} />
        ) : (
          <RevisionsTable deployment={deployment} revisions={rows} />
        )}
        {mayChange && isShared && <SharesEditor deploymentId={deployment.id} revisions={rows} />}
        {mayChange && <RollsBackSwitch deployment={deployment} />}
        {mayChange && <IdleChoice deployment={deployment} />}
      </div>
      {isAdding && (
        <AddVersionDialog
          deployment={deployment}
          revisions={rows}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Panel>
  );
}
