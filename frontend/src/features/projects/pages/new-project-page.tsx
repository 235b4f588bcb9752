import { Button, Form, Input } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useCatalog } from "@/api/catalog";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import { TaskPicker } from "@/components/tasks/task-picker";
import { ErrorState } from "@/components/ui/error-state";
import { FormProblem } from "@/components/ui/form-problem";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RoleNeeded } from "@/components/ui/role-needed";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useCreateProject, type NewProject } from "../api/create-project";

/** A project begins with a name and what its models shall do. */
export function NewProjectPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const membership = useOrganisation();
  const organisation = membership?.organisation;
  const catalog = useCatalog();
  const create = useCreateProject();

  const submit = (values: NewProject) =>
    create.mutate(
      { ...values, organisation_id: organisation?.id ?? "" },
      {
        onSuccess: (project) => void navigate(`/projects/${project.id}/data`),
      },
    );
  if (!atLeast(membership?.role, "developer")) return <RoleNeeded />;
  return (
    <Page
      title={t("projects.new.title")}
      lead={t("projects.new.lead", { organisation: organisation?.name })}
      width="reading"
      breadcrumbs={[
        { title: t("projects.title"), to: "/projects" },
        { title: t("projects.new.title") },
      ]}
    >
      {catalog.isPending && <RowsSkeleton />}
      {catalog.isError && (
        <ErrorState error={catalog.error} onRetry={() => void catalog.refetch()} />
      )}
      {catalog.isSuccess && (
        <Panel>
          <Form<NewProject>
            layout="vertical"
            requiredMark={false}
            initialValues={{ task: catalog.data.tasks[0]?.key, description: "" }}
            onFinish={submit}
          >
            <FormProblem error={create.error} />
            <Form.Item
              name="name"
              label={t("projects.name")}
              rules={[{ required: true, whitespace: true, message: t("projects.nameNeeded") }]}
            >
              <Input maxLength={120} placeholder={t("projects.new.example")} />
            </Form.Item>
            <Form.Item name="task" label={t("projects.new.task")}>
              <TaskPicker tasks={catalog.data.tasks} />
            </Form.Item>
            <Form.Item name="description" label={t("projects.description")}>
              <Input.TextArea maxLength={2000} autoSize={{ minRows: 2 }} />
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={create.isPending}>
              {t("projects.create")}
            </Button>
          </Form>
        </Panel>
      )}
    </Page>
  );
}
