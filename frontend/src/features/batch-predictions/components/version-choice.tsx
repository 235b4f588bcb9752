import { Form, Select } from "antd";
import { useTranslation } from "react-i18next";

import { useDatasetVersions } from "@/api/dataset-versions";
import { useProjectId } from "@/api/project";
import { ProblemAlert } from "@/components/ui/problem-alert";

import type { Choice } from "../order";

interface Props {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}

/** A frozen version of a dataset. */
export function VersionChoice({ choice, onChange }: Props) {
  const { t } = useTranslation();
  const versions = useDatasetVersions(useProjectId());
  return (
    <Form.Item label={t("batches.new.version")} htmlFor="batch-version">
      {versions.isError && <ProblemAlert error={versions.error} />}
      <Select
        id="batch-version"
        value={choice.datasetVersionId}
        loading={versions.isPending}
        placeholder={t("batches.new.chooseVersion")}
        onChange={(datasetVersionId: string) => onChange({ datasetVersionId })}
        options={(versions.data?.results ?? [])
          .filter(({ state }) => state === "ready")
          .map((one) => ({
            value: one.id,
            label: t("batches.new.samples", {
              name: `${one.dataset_name} v${one.number}`,
              count: one.num_samples,
            }),
          }))}
      />
    </Form.Item>
  );
}
