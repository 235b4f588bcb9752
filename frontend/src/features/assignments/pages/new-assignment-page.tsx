import { Button, Checkbox, Form, Input, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";

import type { SampleFilter } from "@/api/assignments";
import { useDatasets } from "@/api/datasets";
import { useProjectId } from "@/api/project";
import { ErrorState } from "@/components/ui/error-state";
import { FormProblem } from "@/components/ui/form-problem";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useCreateAssignment, type NewAssignment } from "../api/use-create-assignment";
import { useFilteredCount } from "../api/use-filtered-count";
import { PeopleSelect } from "../components/people-select";
import { endOfDay } from "../due";
import styles from "../components/assignments.module.css";

type Fields = Omit<NewAssignment, "due_at"> & { due_at?: string };

const DEFAULTS: Partial<Fields> = {
  instructions: "",
  batch_size: 10,
  num_annotators: 1,
  needs_review: true,
  starts_from_labels: false,
  min_agreement: 0.8,
  honeypot_every: 0,
  num_honeypots: 10,
  reviewer_ids: [],
};

/** Hand samples to people: which, to whom, how, and by when. */
export function NewAssignmentPage() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const datasets = useDatasets(projectId);
  return (
    <Page
      title={t("newAssignment.title")}
      lead={t("newAssignment.lead")}
      width="reading"
      breadcrumbs={[
        { title: t("frame.place.label"), to: `/projects/${projectId}/label` },
        { title: t("newAssignment.title") },
      ]}
    >
      {datasets.isPending && <RowsSkeleton />}
      {datasets.isError && (
        <ErrorState error={datasets.error} onRetry={() => void datasets.refetch()} />
      )}
      {datasets.isSuccess && <NewAssignmentForm datasets={datasets.data.results} />}
    </Page>
  );
}

function NewAssignmentForm({ datasets }: { datasets: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const [form] = Form.useForm<Fields>();
  const filter = filterOf(params.get("filter"));
  const sampleIds = (location.state as { sampleIds?: string[] } | null)?.sampleIds;
  const datasetId = params.get("dataset") ?? datasets[0]?.id ?? "";
  const count = useFilteredCount(datasetId, filter);
  const create = useCreateAssignment(datasetId);
  const needsReview = Form.useWatch("needs_review", form);
  const several = (Form.useWatch("num_annotators", form) ?? 1) > 1;
  const every = Form.useWatch("honeypot_every", form);

  const submit = ({ due_at: due, ...fields }: Fields) =>
    create.mutate(
      {
        ...fields,
        // Known samples are only chosen where some are mixed in.
        num_honeypots: fields.honeypot_every ? (fields.num_honeypots ?? 0) : 0,
        filter,
        due_at: endOfDay(due),
        ...(sampleIds !== undefined && { sample_ids: sampleIds }),
      },
      {
        onSuccess: ({ assignment }) =>
          void navigate(`/projects/${projectId}/label/assignments/${assignment.id}`),
      },
    );
  return (
    <Panel>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={DEFAULTS}
        onFinish={submit}
      >
        <FormProblem error={create.error} />
        <Form.Item label={t("newAssignment.samples")}>
          <Select
            aria-label={t("newAssignment.samples")}
            value={datasetId}
            onChange={(id: string) => setParams({ dataset: id }, { replace: true })}
            options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <p className={styles.muted} role="status">
            {sampleIds !== undefined
              ? t("newAssignment.selected", { count: sampleIds.length })
              : count.data !== undefined &&
                t(Object.keys(filter).length > 0 ? "newAssignment.filtered" : "newAssignment.all", {
                  count: count.data,
                })}
          </p>
        </Form.Item>
        <Form.Item
          name="name"
          label={t("assignments.field.name")}
          rules={[{ required: true, whitespace: true, message: t("newAssignment.nameNeeded") }]}
        >
          <Input maxLength={120} placeholder={t("newAssignment.example")} />
        </Form.Item>
        <Form.Item
          name="annotator_ids"
          label={t("assignments.field.annotators")}
          rules={[{ required: true, message: t("newAssignment.annotatorsNeeded") }]}
        >
          <PeopleSelect />
        </Form.Item>
        <Form.Item
          name="instructions"
          label={t("assignments.instructions")}
          extra={t("newAssignment.markdown")}
        >
          <Input.TextArea maxLength={50_000} autoSize={{ minRows: 4, maxRows: 16 }} />
        </Form.Item>
        <div className={styles.fields}>
          <Form.Item name="batch_size" label={t("assignments.field.batchSize")}>
            <InputNumber min={1} max={100} precision={0} />
          </Form.Item>
          <Form.Item name="num_annotators" label={t("assignments.field.numAnnotators")}>
            <InputNumber min={1} max={9} precision={0} />
          </Form.Item>
          <Form.Item name="due_at" label={t("assignments.field.due")}>
            <Input type="date" />
          </Form.Item>
        </div>
        <Form.Item name="needs_review" valuePropName="checked">
          <Checkbox>{t("assignments.field.needsReview")}</Checkbox>
        </Form.Item>
        <Form.Item
          name="reviewer_ids"
          label={t("assignments.field.reviewers")}
          extra={t("newAssignment.reviewers")}
        >
          <PeopleSelect />
        </Form.Item>
        {several && !needsReview && (
          <Form.Item
            name="min_agreement"
            label={t("assignments.field.minAgreement")}
            extra={t("newAssignment.majority")}
          >
            <InputNumber min={0} max={1} step={0.05} />
          </Form.Item>
        )}
        <Form.Item name="starts_from_labels" valuePropName="checked">
          <Checkbox>{t("assignments.field.startsFromLabels")}</Checkbox>
        </Form.Item>
        <div className={styles.fields}>
          <Form.Item name="honeypot_every" label={t("assignments.field.honeypotEvery")}>
            <InputNumber min={0} max={1000} precision={0} />
          </Form.Item>
          {(every ?? 0) > 0 && (
            <Form.Item name="num_honeypots" label={t("assignments.field.numHoneypots")}>
              <InputNumber min={1} max={1000} precision={0} />
            </Form.Item>
          )}
        </div>
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t("newAssignment.create")}
        </Button>
      </Form>
    </Panel>
  );
}

/** The filter in the address, as Browse writes it; anything else asks for all samples. */
function filterOf(text: string | null): SampleFilter {
  if (text === null) return {};
  try {
    return JSON.parse(text) as SampleFilter;
  } catch {
    return {};
  }
}
