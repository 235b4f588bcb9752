import { Alert, Checkbox, Form, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useDatasets } from "@/api/datasets";
import type { TaskCard } from "@/api/task-card";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { codedText } from "@/i18n/problem-text";

import { useAddStoredCalls } from "../api/use-add-stored-calls";
import type { Deployment, StoredCall } from "../types";
import { AnswerColumn } from "./answer-column";
import { predictedColumn } from "./call-source";
import styles from "./stored-calls.module.css";

interface AddCallsDialogProps {
  deployment: Deployment;
  card: TaskCard;
  calls: readonly StoredCall[];
  onAdded: () => void;
  onClose: () => void;
}

/** Choose the dataset that stored calls become samples of, then go on to correcting them. */
export function AddCallsDialog(props: AddCallsDialogProps) {
  const { deployment, card, calls, onAdded, onClose } = props;
  const { t } = useTranslation();
  const datasets = useDatasets(deployment.project_id);
  const add = useAddStoredCalls(deployment.id);
  const [chosen, setChosen] = useState<string>();
  const [suggests, setSuggests] = useState(true);
  // Where it is known what was right of all of them, it belongs into the column that was predicted.
  const isAnswered = card.media === "table" && calls.every(({ truth }) => truth !== null);
  const [column, setColumn] = useState(
    isAnswered ? predictedColumn(calls[0]?.results ?? []) : undefined,
  );
  const datasetId = chosen ?? datasets.data?.results[0]?.id;
  const isTable = card.media === "table";
  const send = () => {
    if (datasetId === undefined) return;
    add.mutate(
      {
        call_ids: calls.map(({ id }) => id),
        dataset_id: datasetId,
        suggests,
        answer_column: column,
      },
      { onSuccess: onAdded },
    );
  };
  return (
    <Modal
      open
      title={t("calls.add.title", { count: calls.length })}
      okText={t("calls.add.verb")}
      okButtonProps={{ disabled: datasetId === undefined, loading: add.isPending }}
      footer={add.isSuccess ? null : undefined}
      onOk={send}
      onCancel={onClose}
    >
      {add.isSuccess ? (
        <Added projectId={deployment.project_id} added={add.data} isTable={isTable} />
      ) : (
        <Form layout="vertical">
          <Form.Item label={t("calls.add.dataset")} htmlFor="calls-dataset" required>
            <Select
              id="calls-dataset"
              loading={datasets.isPending}
              value={datasetId}
              onChange={setChosen}
              options={datasets.data?.results.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          {isTable ? (
            <AnswerColumn datasetId={datasetId} value={column} onChange={setColumn} />
          ) : (
            <Checkbox checked={suggests} onChange={({ target }) => setSuggests(target.checked)}>
              {t("calls.add.suggests")}
            </Checkbox>
          )}
          <p className={styles.muted}>{t(isTable ? "calls.add.rows" : "calls.add.text")}</p>
          <ProblemAlert error={add.error} />
        </Form>
      )}
    </Modal>
  );
}

interface AddedProps {
  projectId: string;
  added: NonNullable<ReturnType<typeof useAddStoredCalls>["data"]>;
  isTable: boolean;
}

/** What became of the calls, and the way on. */
function Added({ projectId, added, isTable }: AddedProps) {
  const { t } = useTranslation();
  const { dataset_id: datasetId, tag_id: tagId, refused } = added;
  const tag = tagId === null ? "" : `tag=${tagId}`;
  return (
    <div className={styles.stack} aria-live="polite">
      <Alert
        type={added.num_added + added.num_known > 0 ? "success" : "warning"}
        showIcon
        title={t("calls.added.title", { count: added.num_added })}
        description={[
          added.num_known > 0 ? t("calls.added.known", { count: added.num_known }) : "",
          added.num_labelled > 0 ? t("calls.added.labelled", { count: added.num_labelled }) : "",
          added.job_id === null ? "" : t("calls.added.suggesting"),
        ]
          .filter((text) => text !== "")
          .join(" ")}
      />
      {refused.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("calls.added.refused", { count: refused.length })}
          description={[
            ...new Set(refused.map(({ code, message }) => codedText(t, code, {}, message))),
          ].join(" ")}
        />
      )}
      <div className={styles.row}>
        {!isTable && (
          <Link to={`/projects/${projectId}/label/${datasetId}?scope=all&${tag}`}>
            {t("calls.sample.correctAll")}
          </Link>
        )}
        <Link to={`/projects/${projectId}/data/${datasetId}?${tag}`}>
          {t("calls.sample.browse")}
        </Link>
      </div>
    </div>
  );
}
