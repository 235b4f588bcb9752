import { Button, Form, Input, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";

import type { Dataset } from "@/api/datasets";
import type { components } from "@/api/generated/schema";
import { useProjectId } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { FormProblem } from "@/components/ui/form-problem";
import { Panel } from "@/components/ui/panel";

import { cronOf, initialTimes, type Times } from "../schedules/times";
import { TimesChoice } from "../schedules/times-choice";
import { useCreateSchedule } from "../schedules/use-schedules";
import { useCreateBatch } from "../api/use-create-batch";
import { useServerFolders } from "../api/use-server-folders";
import { orderOf, type Choice } from "../order";
import styles from "./batches.module.css";
import { DatasetChoice } from "./dataset-choice";
import { FileChoice } from "./file-choice";
import { FolderChoice } from "./folder-choice";
import { KeepChoice } from "./keep-choice";
import { VersionChoice } from "./version-choice";

interface Props {
  versions: readonly components["schemas"]["ModelVersion"][];
  datasets: readonly Dataset[];
}

/** What to predict with which model; what is chosen last decides what is sent. */
export function NewBatchForm({ versions, datasets }: Props) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [form] = Form.useForm();
  const create = useCreateBatch();
  const folders = useServerFolders(datasets[0]?.id).data?.folders ?? [];
  const [numSent, setNumSent] = useState(0);
  const [choice, setChoice] = useState<Choice>({
    modelVersionId: params.get("version") ?? versions[0]?.id ?? "",
    source: datasets.length > 0 ? "dataset" : "files",
    datasetId: params.get("dataset") ?? datasets[0]?.id ?? "",
    part: "all",
    datasetVersionId: undefined,
    files: [],
    folder: { folder: folders[0]?.number ?? 0, path: "" },
    keepsSuggestions: false,
    makesLabels: false,
  });
  /** When it is predicted again and again; at once and once while there are none. */
  const [times, setTimes] = useState<Times>();
  const [name, setName] = useState("");
  const schedule = useCreateSchedule();
  const change = (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part }));
  const task = versions.find(({ id }) => id === choice.modelVersionId)?.task;
  const card = useTaskCard(task ?? "");
  const isOfDataset = choice.source === "dataset" || choice.source === "version";
  const maySuggest = isOfDataset && card != null && card.annotation_card.suggested_from !== null;
  const isReady =
    { dataset: choice.datasetId !== "", files: choice.files.length > 0, folder: true }[
      choice.source as "dataset" | "files" | "folder"
    ] ?? choice.datasetVersionId !== undefined;
  const mayRepeat = choice.source !== "files";
  const isRepeated = mayRepeat && times !== undefined;
  const batches = `/projects/${projectId}/models/batch-predictions`;
  const submit = () => (isRepeated ? repeat(times) : start());
  const repeat = (chosen: Times) =>
    schedule.mutate(
      {
        project_id: projectId,
        name,
        action: "batch_prediction",
        arguments: { ...orderOf(choice, maySuggest) },
        cron: cronOf(chosen),
        time_zone: chosen.timeZone,
      },
      { onSuccess: () => void navigate(batches) },
    );
  const start = () =>
    create.mutate(
      { body: orderOf(choice, maySuggest), files: filesOf(choice), onSent: setNumSent },
      {
        onSuccess: ({ id }) => void navigate(`${batches}/${id}`),
      },
    );
  return (
    <Panel>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <FormProblem error={create.error ?? schedule.error} />
        <Form.Item label={t("batches.field.model")} htmlFor="batch-model">
          <Select
            id="batch-model"
            value={choice.modelVersionId}
            onChange={(modelVersionId: string) => change({ modelVersionId })}
            options={versions.map((one) => ({
              value: one.id,
              label: `${one.model_name} v${one.number}`,
            }))}
          />
        </Form.Item>
        <Form.Item label={t("batches.new.what")}>
          <Radio.Group
            aria-label={t("batches.new.what")}
            value={choice.source}
            onChange={({ target }) => change({ source: target.value as Choice["source"] })}
            options={[
              ...(datasets.length > 0 ? (["dataset", "version"] as const) : []),
              "files" as const,
              ...(folders.length > 0 ? (["folder"] as const) : []),
            ].map((value) => ({ value, label: t(`batches.source.${value}`) }))}
          />
        </Form.Item>
        {choice.source === "dataset" && (
          <DatasetChoice datasets={datasets} choice={choice} onChange={change} />
        )}
        {choice.source === "version" && <VersionChoice choice={choice} onChange={change} />}
        {choice.source === "files" && (
          <FileChoice
            files={choice.files}
            media={card?.media}
            onChange={(files) => change({ files })}
          />
        )}
        {choice.source === "folder" && (
          <FolderChoice
            datasetId={datasets[0]?.id}
            value={choice.folder}
            onChange={(folder) => change({ folder })}
          />
        )}
        {maySuggest && <KeepChoice choice={choice} onChange={change} />}
        {mayRepeat && (
          <Form.Item label={t("schedules.start")}>
            <Radio.Group
              aria-label={t("schedules.start")}
              value={isRepeated}
              onChange={({ target }) => setTimes(target.value ? initialTimes() : undefined)}
              options={[
                { value: false, label: t("schedules.now") },
                { value: true, label: t("schedules.later") },
              ]}
            />
          </Form.Item>
        )}
        {isRepeated && (
          <>
            <Form.Item label={t("schedules.name")} htmlFor="schedule-name">
              <Input
                id="schedule-name"
                value={name}
                maxLength={200}
                onChange={({ target }) => setName(target.value)}
              />
            </Form.Item>
            <TimesChoice
              times={times}
              onChange={(part) => setTimes((before) => before && { ...before, ...part })}
            />
            <p className={styles.times}>{t("schedules.note")}</p>
          </>
        )}
        {create.isPending && choice.source === "files" && (
          <p className={styles.muted} role="status">
            {t("batches.new.sent", { count: choice.files.length, done: numSent })}
          </p>
        )}
        <Button
          type="primary"
          htmlType="submit"
          disabled={!isReady || (isRepeated && name.trim() === "")}
          loading={create.isPending || schedule.isPending}
        >
          {t(isRepeated ? "schedules.submit" : "batches.new.submit")}
        </Button>
      </Form>
    </Panel>
  );
}

const filesOf = ({ source, files }: Choice) => (source === "files" ? files : []);
