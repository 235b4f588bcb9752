import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import type { Deployment } from "../types";

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
  return (
    <Tag color={isRolling ? "processing" : COLORS[deployment.state]}>
      {t(isRolling ? "deployments.state.rolling" : `deployments.state.${deployment.state}`)}
    </Tag>
  );
}
