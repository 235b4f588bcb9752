import { App, Button, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Label } from "@/api/datasets";
import { problemText } from "@/i18n/problem-text";

import { useAttributeLosses, useSaveAttributes } from "../api/labels/use-attributes";
import { AttributeRow } from "./attribute-row";
import { draftsOf, isComplete, newDraft, requestOf, type AttributeDraft } from "./attribute-drafts";
import styles from "./labels-tab.module.css";

interface Props {
  datasetId: string;
  /** `null` for regions without a label. */
  labelId: string | null;
  name: string;
  attributes: Label["attributes"];
  onClose: () => void;
}

/** What the regions of a label can be described by; says beforehand what a change would lose. */
export function AttributesDialog({ datasetId, labelId, name, attributes, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [drafts, setDrafts] = useState(() => draftsOf(attributes));
  const body = requestOf(labelId, drafts);
  const isReady = isComplete(drafts);
  const losses = useAttributeLosses(datasetId, body, isReady && attributes.length > 0);
  const save = useSaveAttributes(datasetId);
  const put = (key: string, change: Partial<AttributeDraft>) =>
    setDrafts((old) => old.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const lost = isReady ? (losses.data?.losses ?? []) : [];
  return (
    <Modal
      open
      title={t("datasets.attributes.title", { name })}
      okText={t(lost.length > 0 ? "datasets.attributes.saveAndLose" : "datasets.attributes.save")}
      cancelText={t("datasets.cancel")}
      okButtonProps={{ danger: lost.length > 0, disabled: !isReady, loading: save.isPending }}
      onCancel={onClose}
      onOk={() =>
        save.mutate(body, {
          onSuccess: onClose,
          onError: (error) => void message.error(problemText(t, error)),
        })
      }
    >
      <div className={styles.attributes}>
        <p className={styles.hint}>{t("datasets.attributes.hint")}</p>
        {drafts.map((draft) => (
          <AttributeRow
            key={draft.key}
            draft={draft}
            onChange={(change) => put(draft.key, change)}
            onRemove={() => setDrafts((old) => old.filter(({ key }) => key !== draft.key))}
          />
        ))}
        <Button onClick={() => setDrafts((old) => [...old, newDraft()])}>
          {t("datasets.attributes.add")}
        </Button>
        <div role="status">
          {losses.isError && <p>{problemText(t, losses.error)}</p>}
          {lost.length > 0 && (
            <ul className={styles.consequences}>
              {lost.map((one) => (
                <li key={one.name}>
                  {t("datasets.attributes.losing", { name: one.name, count: one.num_regions })}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Modal>
  );
}
