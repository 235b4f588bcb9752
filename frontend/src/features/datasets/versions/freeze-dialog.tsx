import { Alert, Checkbox, Form, Input, Modal, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { filterQuery, hasFilters, type SampleFilters } from "@/api/sample-filters";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useFreeze } from "@/api/freeze-version";
import { useSampleCount } from "../api/samples/use-sample-count";
import { useNamedSplits } from "../api/versions/use-named-splits";
import styles from "./split-fields.module.css";
import { CustomSplit, NamedSplit, RandomSplit } from "./split-fields";
import { DEFAULT_SPLIT, WHOLE_TABLES, isValid, recipeOf, type SplitDraft } from "./split-draft";

interface Props {
  dataset: Dataset;
  /** Which samples; without filters the whole dataset. */
  filters: SampleFilters;
  onClose: () => void;
}

/** Ask how the dataset, or a part of it, shall be divided, and freeze it. */
export function FreezeDialog({ dataset, filters, onClose }: Props) {
  const { t } = useTranslation();
  const freeze = useFreeze(dataset);
  const [note, setNote] = useState("");
  const named = useNamedSplits(dataset.id, filters);
  const [changes, setChanges] = useState<Partial<SplitDraft>>({});
  const hasNamed = named.data !== undefined && Object.values(named.data).some((num) => num > 0);
  const isTable = dataset.num_rows !== null;
  const initial = isTable ? WHOLE_TABLES : DEFAULT_SPLIT;
  const draft: SplitDraft = {
    ...initial,
    kind: hasNamed ? "named" : DEFAULT_SPLIT.kind,
    ...changes,
  };
  const [includeUnlabelled, setIncludeUnlabelled] = useState(false);
  const change = (part: Partial<SplitDraft>) => setChanges((old) => ({ ...old, ...part }));
  const found = useSampleCount(dataset.id, filters);
  const labelled = useSampleCount(dataset.id, {
    ...filters,
    state: filters.state ?? "labelled",
  });
  const numFound = found.data ?? 0;
  const numLabelled = filters.state === "unlabelled" ? 0 : (labelled.data ?? 0);
  const numUnlabelled = numFound - numLabelled;
  const recipe = recipeOf(draft);
  const submit = () => {
    if (recipe === null) return;
    freeze.mutate(
      {
        note: note.trim(),
        split: recipe,
        include_unlabelled: includeUnlabelled,
        ...(hasFilters(filters) && { filter: filterQuery(filters) }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Modal
      open
      width={600}
      title={t("datasets.freeze.title", { name: dataset.name })}
      okText={t(isTable ? "datasets.freeze.submitTables" : "datasets.freeze.submit", {
        count: includeUnlabelled ? numFound : numLabelled,
      })}
      cancelText={t("datasets.cancel")}
      okButtonProps={{ disabled: !isValid(draft) || named.isPending, loading: freeze.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={styles.hint}>{t("datasets.freeze.text")}</p>
      {hasFilters(filters) && (
        <Alert
          type="info"
          className={styles.only}
          title={t("lineage.freezeFilter", { count: numFound })}
        />
      )}
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
              {
                value: "random" as const,
                label: t(isTable ? "datasets.freeze.rows" : "datasets.freeze.random"),
              },
              { value: "custom" as const, label: t("datasets.freeze.custom") },
            ]}
          />
        </Form.Item>
        {isTable && draft.kind !== "custom" ? (
          <p className={styles.hint}>{t(`datasets.freeze.rowsText.${draft.kind}`)}</p>
        ) : draft.kind === "named" && named.data !== undefined ? (
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
      <ProblemAlert error={freeze.error} />
    </Modal>
  );
}
