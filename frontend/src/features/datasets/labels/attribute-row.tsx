import { CloseOutlined } from "@ant-design/icons";
import { Button, Input, Select } from "antd";
import { useTranslation } from "react-i18next";

import { ATTRIBUTE_KINDS, type AttributeDraft } from "./attribute-drafts";
import styles from "./labels-tab.module.css";

interface Props {
  draft: AttributeDraft;
  onChange: (change: Partial<AttributeDraft>) => void;
  onRemove: () => void;
}

/** One attribute: its name, its kind, and what can be chosen. */
export function AttributeRow({ draft, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const { name, kind, values } = draft;
  return (
    <div className={styles.attribute}>
      <Input
        className={styles.name}
        aria-label={t("datasets.attributes.name")}
        placeholder={t("datasets.attributes.name")}
        maxLength={64}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Select
        aria-label={t("datasets.attributes.kindOf", { name })}
        className={styles.kind}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
        options={ATTRIBUTE_KINDS.map((one) => ({
          value: one,
          label: t(`datasets.attributes.kinds.${one}`),
        }))}
      />
      <Button
        type="text"
        danger
        icon={<CloseOutlined />}
        aria-label={t("datasets.attributes.remove", { name })}
        onClick={onRemove}
      />
      {kind === "choice" && (
        <Input.TextArea
          className={styles.values}
          aria-label={t("datasets.attributes.valuesOf", { name })}
          placeholder={t("datasets.attributes.values")}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={values}
          onChange={(event) => onChange({ values: event.target.value })}
        />
      )}
    </div>
  );
}
