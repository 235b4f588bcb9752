import { Form, Input, Modal, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useProject } from "@/api/project";
import { taskTextKey, useTaskCard } from "@/api/task-card";
import { FormProblem } from "@/components/ui/form-problem";

import { useCreateDataset } from "@/api/create-dataset";
import styles from "./create-dataset-dialog.module.css";

interface Fields {
  name: string;
  description?: string;
  multi_label: boolean;
}

interface Props {
  projectId: string;
  open: boolean;
  onClose: () => void;
}

/** Ask what a new dataset is called and whether its images have one label or several. */
export function CreateDatasetDialog({ projectId, open, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const project = useProject(projectId);
  const create = useCreateDataset();
  const [form] = Form.useForm<Fields>();
  const submit = (fields: Fields) =>
    create.mutate(
      { projectId, ...fields },
      {
        onSuccess: (dataset) => void navigate(`/projects/${projectId}/data/${dataset.id}/import`),
      },
    );
  const task = project.data?.task;
  const card = useTaskCard(task);
  return (
    <Modal
      open={open}
      title={t("datasets.create.title")}
      okText={t("datasets.create.submit")}
      cancelText={t("datasets.cancel")}
      confirmLoading={create.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      afterClose={() => {
        form.resetFields();
        create.reset();
      }}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ multi_label: false }}
        onFinish={submit}
      >
        <FormProblem error={create.error} />
        {task !== undefined && (
          <p className={styles.task}>
            {t("datasets.create.task")} <strong>{t(`tasks.${taskTextKey(task)}.name`)}</strong>
            <br />
            {t(`tasks.${taskTextKey(task)}.text`)}
          </p>
        )}
        <Form.Item
          name="name"
          label={t("datasets.create.name")}
          rules={[
            { required: true, whitespace: true, message: t("datasets.create.nameMissing") },
            { max: 120, message: t("datasets.create.nameLong") },
          ]}
        >
          <Input placeholder={t("datasets.create.namePlaceholder")} />
        </Form.Item>
        {card?.supports_multi_label && (
          <Form.Item name="multi_label" label={t("datasets.create.kind")}>
            <Radio.Group className={styles.kinds}>
              <Kind value={false} name="single" />
              <Kind value={true} name="multi" />
            </Radio.Group>
          </Form.Item>
        )}
        {card !== undefined && (
          <p className={styles.task}>
            {t("datasets.create.formats", {
              formats: card.formats.map((format) => t(`formats.${format}.name`)).join(", "),
            })}
          </p>
        )}
        <Form.Item name="description" label={t("datasets.create.description")}>
          <Input.TextArea rows={2} maxLength={2000} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function Kind({ value, name }: { value: boolean; name: "single" | "multi" }) {
  const { t } = useTranslation();
  return (
    <Radio value={value} className={styles.kind}>
      <span className={styles.kindName}>{t(`datasets.kind.${name}`)}</span>
      <span className={styles.kindText}>{t(`datasets.create.${name}Text`)}</span>
    </Radio>
  );
}
