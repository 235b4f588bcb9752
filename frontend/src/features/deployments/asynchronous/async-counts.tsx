import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { formatCount } from "@/i18n/format";

import type { Deployment } from "../types";

/** How many asynchronous predictions wait and are made now. */
export function AsyncCounts({ deployment }: { deployment: Deployment }) {
  const { t, i18n } = useTranslation();
  const { async_predictions: settings, num_queued: queued, num_running: running } = deployment;
  if (settings === null && queued + running === 0) return null;
  return (
    <Panel title={t("deployments.async.title")}>
      <Stats>
        <Stat label={t("deployments.async.queued")} value={formatCount(queued, i18n.language)} />
        <Stat label={t("deployments.async.running")} value={formatCount(running, i18n.language)} />
      </Stats>
    </Panel>
  );
}
