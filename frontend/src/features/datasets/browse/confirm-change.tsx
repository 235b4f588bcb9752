import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset, Label } from "@/api/datasets";
import { problemText } from "@/i18n/problem-text";

import {
  useChangeSamples,
  type Change,
  type ChosenSamples,
  type SampleAction,
} from "../api/samples/use-change-samples";
import { useTags } from "@/api/dataset-tags";
import styles from "./selection-bar.module.css";

interface Props {
  dataset: Dataset;
  labels: readonly Label[];
  samples: ChosenSamples;
  count: number;
  action: SampleAction;
  onClose: () => void;
  onChanged: (change: Change) => void;
}

/** Say how many samples will change and how, before they do. */
export function ConfirmChange(props: Props) {
  const { dataset, labels, samples, count, action, onClose, onChanged } = props;
  const { t } = useTranslation();
  const change = useChangeSamples(dataset.id);
  const tags = useTags(dataset.id);
  const [tag, setTag] = useState("");
  const [tagMode, setTagMode] = useState<"add" | "remove">("add");
  const wanted: SampleAction =
    action.kind === "tag" ? { kind: "tag", tag: tag.trim(), mode: tagMode } : action;
  const label =
    action.kind === "label" ? labels.find(({ id }) => id === action.labelIds[0])?.name : undefined;
  const title =
    action.kind === "label"
      ? label === undefined
        ? t("views.confirm.clear", { count })
        : t("views.confirm.label", { count, label })
      : t(`views.confirm.${action.kind}`, { count });
  const known = (tags.data ?? []).filter(({ name }) => name !== tag);
  return (
    <Modal
      open
      width={480}
      title={title}
      okText={t(`views.confirm.verb.${action.kind === "tag" ? tagMode : action.kind}`, { count })}
      cancelText={t("datasets.cancel")}
      okButtonProps={{
        danger: action.kind === "trash",
        loading: change.isPending,
        disabled: wanted.kind === "tag" && wanted.tag === "",
      }}
      onOk={() => change.mutate({ samples, action: wanted }, { onSuccess: onChanged })}
      onCancel={onClose}
    >
      <p className={styles.text}>{t(`views.confirm.${action.kind}Text`)}</p>
      {action.kind === "tag" && (
        <>
          <Input
            maxLength={60}
            value={tag}
            aria-label={t("views.tagName")}
            placeholder={t("views.tagPlaceholder")}
            onChange={(event) => setTag(event.target.value)}
          />
          <div className={styles.tags}>
            {known.map(({ id, name }) => (
              <Button key={id} size="small" onClick={() => setTag(name)}>
                {name}
              </Button>
            ))}
          </div>
          {(tags.data ?? []).some(({ name }) => name === tag.trim()) && (
            <Button
              type="link"
              size="small"
              onClick={() => setTagMode(tagMode === "add" ? "remove" : "add")}
            >
              {t(tagMode === "add" ? "views.takeOff" : "views.putOn")}
            </Button>
          )}
        </>
      )}
      {count > 1000 && <p className={styles.hint}>{t("views.confirm.job")}</p>}
      {change.isError && (
        <p role="alert" className={styles.problem}>
          {problemText(t, change.error)}
        </p>
      )}
    </Modal>
  );
}
