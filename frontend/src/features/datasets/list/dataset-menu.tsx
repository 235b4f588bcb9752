import { Button, Dropdown, Form, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import type { Dataset } from "@/api/datasets";
import { useProjectId } from "@/api/project";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { FormProblem } from "@/components/ui/form-problem";

import { useChangeDataset } from "../api/use-change-dataset";
import { useDeleteDataset } from "../api/use-delete-dataset";

/** Rarely needed: rename the dataset, or move it to the trash. */
export function DatasetMenu({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const remove = useDeleteDataset(dataset);
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            { key: "rename", label: t("datasets.menu.rename") },
            { key: "delete", label: t("datasets.menu.delete"), danger: true },
          ],
          onClick: ({ key }) => setOpen(key === "rename" ? "rename" : "delete"),
        }}
      >
        <Button>{t("datasets.menu.open")}</Button>
      </Dropdown>
      {open === "rename" && <RenameDialog dataset={dataset} onClose={() => setOpen(null)} />}
      <ConfirmDanger
        open={open === "delete"}
        title={t("datasets.menu.deleteTitle", { name: dataset.name })}
        verb={t("datasets.menu.delete")}
        onConfirm={async () => {
          await remove.mutateAsync();
          await navigate(`/projects/${projectId}/data`);
        }}
        onClose={() => setOpen(null)}
      >
        {t("datasets.menu.deleteText", { count: dataset.num_samples })}
      </ConfirmDanger>
    </>
  );
}

function RenameDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChangeDataset(dataset);
  const [form] = Form.useForm<{ name: string; description: string }>();
  return (
    <Modal
      open
      title={t("datasets.menu.rename")}
      okText={t("datasets.save")}
      cancelText={t("datasets.cancel")}
      confirmLoading={change.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: dataset.name, description: dataset.description }}
        onFinish={(fields) => change.mutate(fields, { onSuccess: onClose })}
      >
        <FormProblem error={change.error} />
        <Form.Item
          name="name"
          label={t("datasets.create.name")}
          rules={[{ required: true, whitespace: true, message: t("datasets.create.nameMissing") }]}
        >
          <Input maxLength={120} />
        </Form.Item>
        <Form.Item name="description" label={t("datasets.create.description")}>
          <Input.TextArea rows={2} maxLength={2000} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
