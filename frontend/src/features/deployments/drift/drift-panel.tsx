import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Term } from "@/components/ui/term";
import { useAddressParts } from "@/components/ui/use-address";
import { useMay } from "@/api/project";

import { useDrift } from "../api/use-drift";
import { useDriftSettings } from "../api/use-drift-settings";
import type { DeploymentDrift, DriftSettings } from "../types";
import { RevisionPanel } from "./revision-panel";
import { DriftSettingsForm } from "./settings-form";
import styles from "./drift.module.css";

interface DriftPanelProps {
  deploymentId: string;
  /** What the model takes, by which features have their names. */
  inputKind: string | undefined;
}

/** Do calls still look like what the model was evaluated on, and what has changed? */
export function DriftPanel({ deploymentId, inputKind }: DriftPanelProps) {
  const drift = useDrift(deploymentId);
  const settings = useDriftSettings(deploymentId);
  for (const query of [drift, settings]) {
    if (query.isError && query.data === undefined) {
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    }
  }
  if (drift.data === undefined || settings.data === undefined) return <RowsSkeleton count={4} />;
  return (
    <ReadyDrift
      deploymentId={deploymentId}
      inputKind={inputKind}
      drift={drift.data}
      settings={settings.data}
    />
  );
}

interface ReadyDriftProps extends DriftPanelProps {
  drift: DeploymentDrift;
  settings: DriftSettings;
}

function ReadyDrift({ deploymentId, inputKind, drift, settings }: ReadyDriftProps) {
  const { t } = useTranslation();
  const [query, change] = useAddressParts();
  const mayManage = useMay("developer");
  const { revisions } = drift;
  const asked = Number(query.get("revision"));
  const most = revisions.toSorted((one, other) => other.weight - one.weight)[0];
  const chosen = revisions.find(({ revision }) => revision === asked) ?? most;
  if (chosen === undefined) {
    return <EmptyState title={t("drift.stopped.title")}>{t("drift.stopped.text")}</EmptyState>;
  }
  return (
    <div className={styles.sections}>
      <Panel
        title={<Term name="drift" />}
        extra={
          revisions.length > 1 && (
            <Select
              size="small"
              aria-label={t("drift.revision")}
              popupMatchSelectWidth={false}
              value={chosen.revision}
              onChange={(value) => change({ revision: String(value), window: null })}
              options={revisions.map(({ revision, version, is_shadow }) => ({
                value: revision,
                label: t(is_shadow ? "drift.shadowOf" : "drift.revisionOf", {
                  number: revision,
                  version,
                }),
              }))}
            />
          )
        }
      >
        <RevisionPanel
          key={chosen.revision}
          deploymentId={deploymentId}
          drift={chosen}
          settings={settings}
          inputKind={inputKind}
        />
      </Panel>
      {mayManage && <DriftSettingsForm deploymentId={deploymentId} settings={settings} />}
    </div>
  );
}
