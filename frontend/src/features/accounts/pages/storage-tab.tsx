import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { ErrorState } from "@/components/ui/error-state";
import { Bytes, Count } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Stat, Stats } from "@/components/ui/stat";

import { useOrganisationDetail } from "../api/get-organisation";
import styles from "./tabs.module.css";

/** How much the organisation stores, and how to have room again. */
export function StorageTab() {
  const { t } = useTranslation();
  const { organisationId = "" } = useParams();
  const organisation = useOrganisationDetail(organisationId);
  if (organisation.isPending) return <RowsSkeleton count={2} />;
  if (organisation.isError) {
    return <ErrorState error={organisation.error} onRetry={() => void organisation.refetch()} />;
  }
  const { storage_bytes, num_projects, num_members } = organisation.data;
  return (
    <Panel>
      <div className={styles.stack}>
        <Stats>
          <Stat
            label={t("accounts.storage.used")}
            value={<Bytes value={storage_bytes} />}
            detail={t("accounts.storage.usedDetail")}
          />
          <Stat label={t("accounts.storage.projects")} value={<Count value={num_projects} />} />
          <Stat label={t("accounts.storage.members")} value={<Count value={num_members} />} />
        </Stats>
        <p className={styles.muted}>{t("accounts.storage.hint")}</p>
      </div>
    </Panel>
  );
}
