import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Label } from "@/api/datasets";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { problemText } from "@/i18n/problem-text";

import { useDeleteLabel } from "../api/labels/use-delete-label";
import { useLabelConsequences } from "../api/labels/use-label-consequences";
import { useMergeLabel } from "../api/labels/use-merge-label";
import styles from "./labels-tab.module.css";

export interface Removal {
  readonly kind: "merge" | "delete";
  readonly label: Label;
}

interface Props {
  datasetId: string;
  labels: readonly Label[];
  removal: Removal;
  onClose: () => void;
}

/** Before a label goes: what changes, counted, and what stays as it was. */
export function RemoveLabelDialog({ datasetId, labels, removal, onClose }: Props) {
  const { t } = useTranslation();
  const { kind, label } = removal;
  const others = labels.filter((other) => other.id !== label.id);
  const [into, setInto] = useState(others[0]?.id);
  const remove = useDeleteLabel(datasetId);
  const merge = useMergeLabel(datasetId);
  const target = others.find((other) => other.id === into);
  const confirm = () =>
    kind === "merge" && into !== undefined
      ? merge.mutateAsync({ labelId: label.id, into })
      : remove.mutateAsync(label.id);
  return (
    <ConfirmDanger
      open
      title={t(`datasets.labels.${kind}Title`, { name: label.name })}
      verb={t(`datasets.labels.${kind}Verb`, { name: label.name, into: target?.name })}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.removal}>
        {kind === "merge" && (
          <Select
            showSearch={{ optionFilterProp: "label" }}
            aria-label={t("datasets.labels.mergeInto")}
            value={into}
            onChange={setInto}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Consequences
          datasetId={datasetId}
          labelId={label.id}
          mergeInto={kind === "merge" ? into : undefined}
        />
      </div>
    </ConfirmDanger>
  );
}

interface ConsequencesProps {
  datasetId: string;
  labelId: string;
  mergeInto: string | undefined;
}

function Consequences({ datasetId, labelId, mergeInto }: ConsequencesProps) {
  const { t } = useTranslation();
  const found = useLabelConsequences(datasetId, labelId, mergeInto);
  if (found.isPending) return <RowsSkeleton count={2} />;
  if (found.isError) return <p role="alert">{problemText(t, found.error)}</p>;
  const { num_samples, num_becoming_unlabelled, num_frozen_versions, num_running_runs } =
    found.data;
  return (
    <ul className={styles.consequences}>
      <li>
        {t(mergeInto === undefined ? "datasets.labels.losing" : "datasets.labels.changing", {
          count: num_samples,
        })}
      </li>
      {num_becoming_unlabelled > 0 && (
        <li>{t("datasets.labels.unlabelling", { count: num_becoming_unlabelled })}</li>
      )}
      <li>{t("datasets.labels.frozen", { count: num_frozen_versions })}</li>
      {num_running_runs > 0 && <li>{t("datasets.labels.running", { count: num_running_runs })}</li>}
    </ul>
  );
}
