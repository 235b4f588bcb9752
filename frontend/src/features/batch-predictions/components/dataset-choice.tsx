import { Form, Select } from "antd";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";

import { useSavedViews } from "../api/use-saved-views";
import type { Choice } from "../order";

interface Props {
  datasets: readonly Dataset[];
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}

/** A dataset, and which of its samples. */
export function DatasetChoice({ datasets, choice, onChange }: Props) {
  const { t } = useTranslation();
  const views = useSavedViews(choice.datasetId);
  const dataset = datasets.find(({ id }) => id === choice.datasetId);
  return (
    <>
      <Form.Item label={t("batches.new.dataset")} htmlFor="batch-dataset">
        <Select
          id="batch-dataset"
          value={choice.datasetId}
          onChange={(datasetId: string) => onChange({ datasetId, part: "all" })}
          options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item label={t("batches.new.part")} htmlFor="batch-part">
        <Select
          id="batch-part"
          value={choice.part}
          onChange={(part: string) => onChange({ part })}
          options={[
            { value: "all", label: t("batches.new.all", { count: dataset?.num_samples ?? 0 }) },
            { value: "unlabelled", label: t("batches.new.unlabelled") },
            ...(views.data ?? []).map(({ id, name }) => ({
              value: id,
              label: t("batches.new.view", { name }),
            })),
          ]}
        />
      </Form.Item>
    </>
  );
}
