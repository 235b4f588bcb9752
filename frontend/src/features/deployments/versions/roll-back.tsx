import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDanger } from "@/components/ui/confirm-danger";

import { useRollBack } from "../api/use-roll-back";
import type { DeploymentRevision } from "../types";

interface RollBackProps {
  deploymentId: string;
  revisions: readonly DeploymentRevision[];
}

/** Give all calls back to the version that had them before. */
export function RollBack({ deploymentId, revisions }: RollBackProps) {
  const { t } = useTranslation();
  const rollBack = useRollBack();
  const [isAsking, setIsAsking] = useState(false);
  const shared = revisions.filter(({ weight }) => weight > 0);
  // The list is newest first, and calls that are shared out go back to the oldest.
  const oldest = shared.length > 1 ? shared.at(-1) : undefined;
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {t("deployments.revisions.back")}
      </Button>
      <ConfirmDanger
        open={isAsking}
        title={t("deployments.revisions.back")}
        verb={t("deployments.revisions.back")}
        onClose={() => setIsAsking(false)}
        onConfirm={() => rollBack.mutateAsync(deploymentId)}
      >
        {oldest === undefined
          ? t("deployments.revisions.backText")
          : t("deployments.revisions.backTo", {
              revision: oldest.number,
              name: oldest.model_version.model_name,
              number: oldest.model_version.number,
            })}
      </ConfirmDanger>
    </>
  );
}
