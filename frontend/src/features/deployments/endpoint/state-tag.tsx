import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import type { Deployment, DeploymentRevision } from "../types";

const COLORS: Partial<Record<Deployment["state"], string>> = {
  running: "success",
  starting: "processing",
  failed: "error",
};

/** What an endpoint does now; a change under way is said too. */
export function StateTag({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const isRolling =
    deployment.state === "running" && deployment.observed_generation < deployment.generation;
  if (isRolling) return <Tag color="processing">{t("deployments.state.rolling")}</Tag>;
  return <RevisionStateTag state={deployment.state} />;
}

/** What a revision, or all of an endpoint, does now. */
export function RevisionStateTag({ state }: { state: DeploymentRevision["state"] }) {
  const { t } = useTranslation();
  return <Tag color={COLORS[state]}>{t(`deployments.state.${state}`)}</Tag>;
}
