import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { App, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Label } from "@/api/datasets";
import { Key } from "@/components/ui/key-hints";
import { problemText } from "@/i18n/problem-text";

import { useChangeLabel } from "../api/labels/use-change-label";
import styles from "./labels-tab.module.css";

interface Props {
  datasetId: string;
  label: Label;
  position: number;
  /** The key that gives this label while labelling; late labels have none. */
  keyName: string | undefined;
  numLabels: number;
  mayEdit: boolean;
  mayRemove: boolean;
  /** Edit what regions of the label are described by; absent where there are no regions. */
  onAttributes?: (() => void) | undefined;
  onRemove: (kind: "merge" | "delete") => void;
}

/** One label, edited in place. */
export function LabelRow(props: Props) {
  const { datasetId, label, position, keyName, numLabels, mayEdit, mayRemove, onRemove } = props;
  const { onAttributes } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const change = useChangeLabel(datasetId);
  const [draft, setDraft] = useState<string | null>(null);
  const save = (part: { name?: string; color?: string; position?: number }) =>
    change.mutate(
      { id: label.id, ...part },
      { onError: (error) => void message.error(problemText(t, error)) },
    );
  const commitName = () => {
    const name = draft?.trim() ?? "";
    setDraft(null);
    if (name !== "" && name !== label.name) save({ name });
  };
  return (
    <li className={styles.row}>
      <span className={styles.key}>{keyName && <Key>{keyName.toUpperCase()}</Key>}</span>
      <ColorPick label={label} disabled={!mayEdit} onPick={(color) => save({ color })} />
      <Input
        variant="borderless"
        className={styles.name}
        aria-label={t("datasets.labels.nameOf", { name: label.name })}
        maxLength={120}
        readOnly={!mayEdit}
        value={draft ?? label.name}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commitName}
        onPressEnter={(event) => event.currentTarget.blur()}
        onKeyDown={(event) => {
          if (event.key === "Escape") setDraft(null);
        }}
      />
      <Link to={`../browse?label=${label.id}`} className={styles.count}>
        {t("datasets.numImages", { count: label.num_samples })}
      </Link>
      {mayEdit && (
        <span className={styles.actions}>
          <Button
            type="text"
            icon={<ArrowUpOutlined />}
            aria-label={t("datasets.labels.up", { name: label.name })}
            disabled={position === 0}
            onClick={() => save({ position: position - 1 })}
          />
          <Button
            type="text"
            icon={<ArrowDownOutlined />}
            aria-label={t("datasets.labels.down", { name: label.name })}
            disabled={position === numLabels - 1}
            onClick={() => save({ position: position + 1 })}
          />
          {mayRemove && onAttributes && (
            <Button type="text" onClick={onAttributes}>
              {t("datasets.attributes.open", { count: label.attributes.length })}
            </Button>
          )}
          {mayRemove && (
            <>
              <Button type="text" disabled={numLabels < 2} onClick={() => onRemove("merge")}>
                {t("datasets.labels.merge")}
              </Button>
              <Button type="text" danger onClick={() => onRemove("delete")}>
                {t("datasets.labels.delete")}
              </Button>
            </>
          )}
        </span>
      )}
    </li>
  );
}

interface PickProps {
  label: Label;
  disabled: boolean;
  onPick: (color: string) => void;
}

/** The browser's own colour picker; saved when it closes, not at every move. */
function ColorPick({ label, disabled, onPick }: PickProps) {
  const { t } = useTranslation();
  return (
    <input
      key={label.color}
      type="color"
      className={styles.color}
      aria-label={t("datasets.labels.colorOf", { name: label.name })}
      defaultValue={label.color}
      disabled={disabled}
      onBlur={(event) => {
        if (event.target.value !== label.color) onPick(event.target.value);
      }}
    />
  );
}
