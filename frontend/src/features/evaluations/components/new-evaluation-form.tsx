import { Button, Form, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";

import { useTags } from "@/api/dataset-tags";
import type { components } from "@/api/generated/schema";
import { useProjectId } from "@/api/project";
import { FormProblem } from "@/components/ui/form-problem";
import { Panel } from "@/components/ui/panel";

import { useCreateEvaluation } from "../api/use-create-evaluation";
import { firstChoice, MAX_OTHERS, type Choice } from "../first-choice";

type Schemas = components["schemas"];

interface Props {
  models: readonly Schemas["ModelVersion"][];
  data: readonly Schemas["DatasetVersion"][];
}

/** Which models are measured, which one they are compared with, and on which samples. */
export function NewEvaluationForm({ models, data }: Props) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [form] = Form.useForm();
  const create = useCreateEvaluation();
  // What nobody has changed follows the lists, which may be read anew while the form is shown.
  const [changed, setChanged] = useState<Partial<Choice>>({});
  const choice = { ...firstChoice(params, models, data), ...changed };
  const change = (part: Partial<Choice>) => setChanged((before) => ({ ...before, ...part }));
  const dataset = data.find(({ id }) => id === choice.dataId)?.dataset_id;
  const tags = useTags(dataset);
  const options = models.map(({ id, model_name: name, number }) => ({
    value: id,
    label: `${name} v${number}`,
  }));
  const submit = () =>
    create.mutate(
      {
        model_version_ids: [
          ...(choice.baselineId === undefined ? [] : [choice.baselineId]),
          ...choice.modelIds,
        ],
        dataset_version_id: choice.dataId,
        tag_id: choice.tagId ?? null,
      },
      { onSuccess: ({ id }) => void navigate(`/projects/${projectId}/models/evaluations/${id}`) },
    );
  return (
    <Panel>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <FormProblem error={create.error} />
        <Form.Item label={t("evaluations.new.models")} htmlFor="evaluated-models">
          <Select
            id="evaluated-models"
            mode="multiple"
            maxCount={MAX_OTHERS}
            value={choice.modelIds}
            onChange={(modelIds: string[]) => change({ modelIds })}
            options={options.filter(({ value }) => value !== choice.baselineId)}
          />
        </Form.Item>
        <Form.Item
          label={t("evaluations.new.baseline")}
          htmlFor="evaluated-baseline"
          extra={t("evaluations.new.baselineNote")}
        >
          <Select
            id="evaluated-baseline"
            allowClear
            placeholder={t("evaluations.new.noBaseline")}
            value={choice.baselineId}
            onChange={(baselineId?: string) => change({ baselineId })}
            options={options.filter(({ value }) => !choice.modelIds.includes(value))}
          />
        </Form.Item>
        <Form.Item
          label={t("evaluations.new.data")}
          htmlFor="evaluated-data"
          extra={t("evaluations.new.dataNote")}
        >
          <Select
            id="evaluated-data"
            value={choice.dataId}
            onChange={(dataId: string) => change({ dataId, tagId: undefined })}
            options={data.map((one) => ({
              value: one.id,
              label: t("evaluations.new.samples", {
                name: `${one.dataset_name} v${one.number}`,
                count: one.num_samples,
              }),
            }))}
          />
        </Form.Item>
        {(tags.data ?? []).length > 0 && (
          <Form.Item
            label={t("evaluations.new.tag")}
            htmlFor="evaluated-tag"
            extra={t("evaluations.new.tagNote")}
          >
            <Select
              id="evaluated-tag"
              allowClear
              placeholder={t("evaluations.new.noTag")}
              value={choice.tagId}
              onChange={(tagId?: string) => change({ tagId })}
              options={(tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
        )}
        <Button
          type="primary"
          htmlType="submit"
          disabled={choice.modelIds.length === 0}
          loading={create.isPending}
        >
          {t("evaluations.start")}
        </Button>
      </Form>
    </Panel>
  );
}
