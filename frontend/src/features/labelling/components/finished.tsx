import { Alert, Button, Space } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Dataset } from "@/api/datasets";
import { useMay, useProjectId } from "@/api/project";
import { TrainOn } from "@/components/versions/train-on";

/** Everything is labelled: say so, and offer the next step of the chain to who may take it. */
export function Finished({ dataset, numDone }: { dataset: Dataset; numDone: number }) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const mayTrain = useMay("developer");
  return (
    <Alert
      type="success"
      banner
      title={t("labelling.finished", { count: numDone })}
      action={
        mayTrain && (
          <Space wrap>
            <Link to={`/projects/${projectId}/data/${dataset.id}/versions?freeze=1`}>
              <Button tabIndex={-1}>{t("labelling.freeze")}</Button>
            </Link>
            <TrainOn dataset={dataset}>{t("datasets.action.train")}</TrainOn>
          </Space>
        )
      }
    />
  );
}
