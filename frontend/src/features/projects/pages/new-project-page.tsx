import { App, Form, Input, type InputRef } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useCatalog } from "@/api/catalog";
import { useCreateDataset } from "@/api/create-dataset";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import type { Project } from "@/api/types";
import { TaskPicker } from "@/components/tasks/task-picker";
import { ErrorState } from "@/components/ui/error-state";
import { FormProblem } from "@/components/ui/form-problem";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RoleNeededPage } from "@/components/ui/role-needed";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { problemText } from "@/i18n/problem-text";

import { useCreateProject, type NewProject } from "../api/create-project";
import { CreateBar } from "../components/create-bar";
import { FirstDataset, type FirstDatasetFields } from "../components/first-dataset";
import styles from "../components/new-project.module.css";

type Fields = NewProject & FirstDatasetFields;

/** A project begins with a name, what its models shall do, and a dataset to fill. */
export function NewProjectPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const membership = useOrganisation();
  const organisation = membership?.organisation;
  const catalog = useCatalog();
  const create = useCreateProject();
  const createDataset = useCreateDataset();

  const fill = ({ id, name }: Project, multi_label: boolean) =>
    createDataset.mutate(
      { projectId: id, name, multi_label },
      {
        onSuccess: (dataset) => void navigate(`/projects/${id}/data/${dataset.id}/import`),
        // The project is there, and its page of data makes datasets, too.
        onError: (error) => {
          void message.error(problemText(t, error));
          void navigate(`/projects/${id}/data`);
        },
      },
    );
  const submit = ({ with_dataset, multi_label = false, ...values }: Fields) =>
    create.mutate(
      { ...values, organisation_id: organisation?.id ?? "" },
      {
        onSuccess: (project) =>
          with_dataset ? fill(project, multi_label) : void navigate(`/projects/${project.id}/data`),
      },
    );
  if (!atLeast(membership?.role, "developer")) return <RoleNeededPage />;
  return (
    <Page
      title={t("projects.new.title")}
      lead={t("projects.new.lead", { organisation: organisation?.name })}
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
        <Form<Fields>
          className={styles.form}
          layout="vertical"
          requiredMark={false}
          scrollToFirstError={{ block: "center", focus: true }}
          initialValues={{
            task: catalog.data.tasks[0]?.key,
            description: "",
            with_dataset: true,
            multi_label: false,
          }}
          onFinish={submit}
        >
          <Panel title={t("projects.new.about")}>
            <FormProblem error={create.error} />
            <Form.Item
              name="name"
              label={t("projects.name")}
              rules={[{ required: true, whitespace: true, message: t("projects.nameNeeded") }]}
            >
              <Input ref={focusFirst} maxLength={120} placeholder={t("projects.new.example")} />
            </Form.Item>
            <Form.Item name="description" label={t("projects.description")}>
              <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
            </Form.Item>
          </Panel>
          <div className={styles.task}>
            <Panel title={t("projects.new.task")}>
              <Form.Item name="task" noStyle>
                <TaskPicker tasks={catalog.data.tasks} />
              </Form.Item>
            </Panel>
          </div>
          <Panel title={t("projects.new.data")}>
            <FirstDataset tasks={catalog.data.tasks} />
          </Panel>
          <CreateBar isSending={create.isPending || createDataset.isPending} />
        </Form>
      )}
    </Page>
  );
}

/** Who opens this page is going to name a project. */
function focusFirst(input: InputRef | null): void {
  input?.focus({ preventScroll: true });
}
