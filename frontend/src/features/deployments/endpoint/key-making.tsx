import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { useCreateAccess, type CreatedAccess } from "@/api/access";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { useMay } from "@/api/project";

import styles from "./endpoint.module.css";

interface Props {
  deploymentId: string;
  onMade: (access: CreatedAccess) => void;
  /** Make a key with a name and an end of its own. */
  onMakeKey: () => void;
}

/** All that is needed to call an endpoint, in one step; who may not make it learns who may. */
export function KeyMaking({ deploymentId, onMade, onMakeKey }: Props) {
  const { t } = useTranslation();
  const mayManage = useMay("developer");
  const create = useCreateAccess();
  if (!mayManage) return <p className={styles.muted}>{t("deployments.access.askFor")}</p>;
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{t("deployments.console.needsKey")}</p>
      <div className={styles.row}>
        <Button
          type="primary"
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { deploymentId, name: t("deployments.access.name") },
              { onSuccess: onMade },
            )
          }
        >
          {t("deployments.access.create")}
        </Button>
        <Button onClick={onMakeKey}>{t("deployments.access.otherKey")}</Button>
      </div>
      <ProblemAlert error={create.error} />
    </div>
  );
}
