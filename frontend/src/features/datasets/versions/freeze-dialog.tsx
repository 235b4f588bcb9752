import { Alert, Checkbox, Form, Input, Modal, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { problemText } from "@/i18n/problem-text";

import { useFreeze } from "../api/use-freeze";
import { useNamedSplits } from "../api/use-named-splits";
import styles from "./split-fields.module.css";
import { CustomSplit, NamedSplit, RandomSplit } from "./split-fields";
import { DEFAULT_SPLIT, isValid, recipeOf, type SplitDraft } from "./split-draft";

/** Ask how the dataset shall be divided, and freeze it. */
export function FreezeDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { t } = useTranslation();
  const freeze = useFreeze(dataset);
  const [note, setNote] = useState("");
  const named = useNamedSplits(dataset.id);
  const [changes, setChanges] = useState<Partial<SplitDraft>>({});
  const hasNamed = named.data !== undefined && Object.values(named.data).some((num) => num > 0);
  const draft: SplitDraft = {
    ...DEFAULT_SPLIT,
    kind: hasNamed ? "named" : DEFAULT_SPLIT.kind,
    ...changes,
  };
  const [includeUnlabelled, setIncludeUnlabelled] = useState(false);
  const change = (part: Partial<SplitDraft>) => setChanges((old) => ({ ...old, ...part }));
  const numUnlabelled = dataset.num_samples - dataset.num_labelled;
  const recipe = recipeOf(draft);
  const submit = () => {
    if (recipe === null) return;
    freeze.mutate(
      { note: note.trim(), split: recipe, include_unlabelled: includeUnlabelled },
      { onSuccess: onClose },
    );
  };
  return (
    <Modal
      open
      width={600}
      title={t("datasets.freeze.title", { name: dataset.name })}
      okText={t("datasets.freeze.submit", {
        count: dataset.num_labelled + (includeUnlabelled ? numUnlabelled : 0),
      })}
      cancelText={t("datasets.cancel")}
      okButtonProps={{ disabled: !isValid(draft) || named.isPending, loading: freeze.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={styles.hint}>{t("datasets.freeze.text")}</p>
      <Form layout="vertical" component="div">
        <Form.Item label={t("datasets.freeze.note")}>
          <Input
            maxLength={500}
            value={note}
            placeholder={t("datasets.freeze.notePlaceholder")}
            aria-label={t("datasets.freeze.note")}
            onChange={(event) => setNote(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={t("datasets.freeze.how")}>
          <Radio.Group
            block
            optionType="button"
            buttonStyle="solid"
            value={draft.kind}
            onChange={(event) => change({ kind: event.target.value as SplitDraft["kind"] })}
            options={[
              ...(hasNamed ? [{ value: "named" as const, label: t("splits.named") }] : []),
              { value: "random" as const, label: t("datasets.freeze.random") },
              { value: "custom" as const, label: t("datasets.freeze.custom") },
            ]}
          />
        </Form.Item>
        {draft.kind === "named" && named.data !== undefined ? (
          <NamedSplit draft={draft} named={named.data} onChange={change} />
        ) : draft.kind === "random" ? (
          <RandomSplit draft={draft} onChange={change} />
        ) : (
          <CustomSplit projectId={dataset.project_id} draft={draft} onChange={change} />
        )}
        {numUnlabelled > 0 && (
          <Form.Item help={t("datasets.freeze.unlabelledText")}>
            <Checkbox
              checked={includeUnlabelled}
              onChange={(event) => setIncludeUnlabelled(event.target.checked)}
            >
              {t("datasets.freeze.unlabelled", { count: numUnlabelled })}
            </Checkbox>
          </Form.Item>
        )}
      </Form>
      {freeze.isError && <Alert type="error" showIcon title={problemText(t, freeze.error)} />}
    </Modal>
  );
}
