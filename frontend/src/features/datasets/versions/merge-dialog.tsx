import { Checkbox, Form, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { useDatasets, useLabels, type DatasetVersion } from "@/api/datasets";
import type { components } from "@/api/generated/schema";
import { useProjectId } from "@/api/project";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { formatCount } from "@/i18n/format";

import { useMergePreview, useMergeVersion } from "../api/versions/use-version-acts";
import styles from "./versions-tab.module.css";

type Preview = components["schemas"]["MergePreview"];
type Mapping = Readonly<Record<string, string | null>>;

const LEAVE = "";

interface Props {
  version: DatasetVersion;
  onClose: () => void;
}

/** Choose a dataset, see what the merge would meet there, and say what labels become. */
export function MergeDialog({ version, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const datasets = useDatasets(projectId);
  const [datasetId, setDatasetId] = useState<string>();
  const [labels, setLabels] = useState<Mapping>({});
  const [replace, setReplace] = useState(false);
  const preview = useMergePreview(datasetId, version.id);
  const merge = useMergeVersion();
  const others = datasets.data?.results.filter(({ id }) => id !== version.dataset_id) ?? [];
  const count = (value: number) => formatCount(value, i18n.language);
  const submit = () => {
    if (datasetId === undefined) return;
    merge.mutate(
      { datasetId, version_id: version.id, labels: { ...labels }, replace },
      {
        onSuccess: () => void navigate(`/projects/${projectId}/data/${datasetId}/versions`),
      },
    );
  };
  return (
    <Modal
      open
      width={600}
      title={t("lineage.merge.title", { number: version.number })}
      okText={t("lineage.merge.submit", { count: version.num_samples })}
      cancelText={t("datasets.cancel")}
      okButtonProps={{ disabled: preview.data === undefined, loading: merge.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t("lineage.merge.into")}>
          <Select
            aria-label={t("lineage.merge.into")}
            placeholder={t("lineage.merge.choose")}
            value={datasetId}
            notFoundContent={t("lineage.merge.noOther")}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: string) => {
              setDatasetId(id);
              setLabels({});
            }}
          />
        </Form.Item>
        <ProblemAlert error={preview.error} />
        {preview.data !== undefined && datasetId !== undefined && (
          <>
            <p className={styles.hint}>
              {t("lineage.merge.meets", {
                new: count(preview.data.num_new),
                known: count(preview.data.num_known),
                trashed: count(preview.data.num_in_trash),
              })}
            </p>
            <LabelMapping
              datasetId={datasetId}
              preview={preview.data}
              labels={labels}
              onChange={setLabels}
            />
            {preview.data.num_known > 0 && (
              <Checkbox checked={replace} onChange={(event) => setReplace(event.target.checked)}>
                {t("lineage.merge.replace")}
              </Checkbox>
            )}
          </>
        )}
      </Form>
      <ProblemAlert error={merge.error} />
    </Modal>
  );
}

interface MappingProps {
  datasetId: string;
  preview: Preview;
  labels: Mapping;
  onChange: (labels: Mapping) => void;
}

/** What each label of the version is called in the dataset. */
function LabelMapping({ datasetId, preview, labels, onChange }: MappingProps) {
  const { t } = useTranslation();
  const here = useLabels(datasetId);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("lineage.merge.label")}</th>
          <th scope="col">{t("lineage.merge.becomes")}</th>
        </tr>
      </thead>
      <tbody>
        {preview.labels.map(({ name, num_samples: count, is_known: isKnown }) => (
          <tr key={name}>
            <th scope="row">{t("lineage.merge.labelOf", { name, count })}</th>
            <td>
              <Select
                size="small"
                className={styles.mapping}
                aria-label={t("lineage.merge.becomesOf", { name })}
                value={labels[name] === null ? LEAVE : (labels[name] ?? name)}
                onChange={(chosen: string) =>
                  onChange({ ...labels, [name]: chosen === LEAVE ? null : chosen })
                }
                options={[
                  ...(isKnown ? [] : [{ value: name, label: t("lineage.merge.makes", { name }) }]),
                  ...(here.data ?? []).map((label) => ({ value: label.name, label: label.name })),
                  { value: LEAVE, label: t("lineage.merge.leave") },
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
