import { App, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useDeleteProject } from "@/api/delete-project";
import { useMay, useProject, useProjectId } from "@/api/project";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { FormProblem } from "@/components/ui/form-problem";

import { useUpdateProject } from "../api/update-project";
import styles from "../components/projects.module.css";

/** Name, description and the end of a project. */
export function ProjectSettingsPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const project = useProject(projectId).data;
  const mayChange = useMay("developer");
  const mayDelete = useMay("admin");
  const update = useUpdateProject(projectId);
  const remove = useDeleteProject(projectId);
  const [asking, setAsking] = useState(false);
  if (project === undefined) return null;
  const submit = (values: { name: string; description: string }) =>
    update.mutate(values, { onSuccess: () => message.success(t("projects.settings.saved")) });
  return (
    <Page title={t("projects.settings.title")} width="reading">
      <Panel>
        <Form
          layout="vertical"
          requiredMark={false}
          disabled={!mayChange}
          initialValues={{ name: project.name, description: project.description }}
          onFinish={submit}
        >
          <FormProblem error={update.error} />
          <Form.Item
            name="name"
            label={t("projects.name")}
            rules={[{ required: true, whitespace: true, message: t("projects.nameNeeded") }]}
          >
            <Input maxLength={120} />
          </Form.Item>
          <Form.Item name="description" label={t("projects.description")}>
            <Input.TextArea maxLength={2000} autoSize={{ minRows: 2 }} />
          </Form.Item>
          {mayChange && (
            <Button type="primary" htmlType="submit" loading={update.isPending}>
              {t("projects.settings.save")}
            </Button>
          )}
        </Form>
      </Panel>
      {mayDelete && (
        <Panel title={t("projects.settings.end")}>
          <div className={styles.danger}>
            <p className={styles.muted}>{t("projects.settings.deleteHint")}</p>
            <Button danger onClick={() => setAsking(true)}>
              {t("projects.settings.delete")}
            </Button>
          </div>
        </Panel>
      )}
      <ConfirmDanger
        open={asking}
        title={t("projects.settings.deleteTitle", { name: project.name })}
        verb={t("projects.settings.delete")}
        typeToConfirm={project.name}
        onConfirm={async () => {
          await remove.mutateAsync();
          void navigate("/projects");
        }}
        onClose={() => setAsking(false)}
      >
        {t("projects.settings.deleteLoses")}
      </ConfirmDanger>
    </Page>
  );
}
