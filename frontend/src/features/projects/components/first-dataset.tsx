import { Checkbox, Form, Radio } from "antd";
import { useTranslation } from "react-i18next";

import type { TaskCard } from "@/api/task-card";

import styles from "./projects.module.css";

export interface FirstDatasetFields {
  with_dataset: boolean;
  multi_label?: boolean;
}

/** Whether a new project begins with a dataset of its name, and how many labels a sample can have. */
export function FirstDataset({ tasks }: { tasks: readonly TaskCard[] }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<FirstDatasetFields & { task: string }>();
  const isWanted = Form.useWatch("with_dataset", form);
  const task = Form.useWatch("task", form);
  const card = tasks.find(({ key }) => key === task);
  return (
    <>
      <Form.Item name="with_dataset" valuePropName="checked" className={styles.firstDataset}>
        <Checkbox>
          <strong>{t("projects.new.dataset")}</strong>
          <span className={styles.muted}>{t("projects.new.datasetText")}</span>
        </Checkbox>
      </Form.Item>
      {isWanted && card?.supports_multi_label === true && (
        <Form.Item name="multi_label" label={t("datasets.create.kind")}>
          <Radio.Group className={styles.labelKinds}>
            {(["single", "multi"] as const).map((kind) => (
              <Radio key={kind} value={kind === "multi"}>
                <strong>{t(`datasets.kind.${kind}`)}</strong>
                <span className={styles.muted}>{t(`datasets.create.${kind}Text`)}</span>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      )}
    </>
  );
}
