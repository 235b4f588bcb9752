import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Dataset } from "@/api/datasets";
import { useProjectId } from "@/api/project";

/** Everything is labelled: say so, and offer the next step of the chain. */
export function Finished({ dataset, numDone }: { dataset: Dataset; numDone: number }) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  return (
    <Alert
      type="success"
      banner
      title={t("labelling.finished", { count: numDone })}
      action={
        <Link to={`/projects/${projectId}/data/${dataset.id}/versions?freeze=1`}>
          <Button type="primary" tabIndex={-1}>
            {t("labelling.freeze")}
          </Button>
        </Link>
      }
    />
  );
}
