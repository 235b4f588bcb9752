import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useFrozenToTrain } from "@/api/freeze-version";
import type { components } from "@/api/generated/schema";
import { formatCount } from "@/i18n/format";

type DatasetVersion = components["schemas"]["DatasetVersion"];

/** Say of a version that was frozen on the way here what it is, and where to divide it otherwise. */
export function JustFrozen({ versions }: { versions: readonly DatasetVersion[] }) {
  const { t, i18n } = useTranslation();
  const frozen = useFrozenToTrain();
  const version = versions.find(({ id }) => frozen.includes(id));
  if (version === undefined) return null;
  const { dataset_id, dataset_name, project_id, number, counts } = version;
  const count = (part: keyof typeof counts) => formatCount(counts[part].total, i18n.language);
  return (
    <Alert
      type="success"
      showIcon
      title={t("training.new.frozen.title", { dataset: dataset_name, number })}
      description={
        version.num_rows === null
          ? t("training.new.frozen.text", {
              train: count("train"),
              validation: count("validation"),
              test: count("test"),
            })
          : t("training.new.frozen.rows", { count: version.num_rows })
      }
      action={
        <Link to={`/projects/${project_id}/data/${dataset_id}/versions?freeze=1`}>
          {t("training.new.frozen.change")}
        </Link>
      }
    />
  );
}
