import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { SampleMedia } from "@/components/media/sample-media";

import type { EditorProps } from "../editor";
import styles from "../editors.module.css";

/** Texts that describe a sample. */
export function TextsEditor({ source, annotations, mayLabel, onChange }: EditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<readonly string[]>(
    annotations.texts.length > 0 ? annotations.texts : [""],
  );
  const [seen, setSeen] = useState(annotations.texts);
  // Undoing, or accepting what a model says, changes the texts from outside.
  if (annotations.texts !== seen) {
    setSeen(annotations.texts);
    const own = draft.filter((text) => text.trim() !== "");
    if (JSON.stringify(own) !== JSON.stringify(annotations.texts)) {
      setDraft(annotations.texts.length > 0 ? annotations.texts : [""]);
    }
  }
  const change = (texts: readonly string[]) => {
    setDraft(texts);
    onChange({ ...annotations, texts: texts.filter((text) => text.trim() !== "") });
  };
  return (
    <div className={styles.page}>
      <SampleMedia source={source} maxHeight="46vh" />
      <ol className={styles.texts}>
        {draft.map((text, index) => (
          <li key={index} className={styles.textLine}>
            <Input.TextArea
              aria-label={t("labelling.editor.caption")}
              placeholder={t("labelling.editor.captionHint")}
              autoSize
              disabled={!mayLabel}
              value={text}
              onChange={(event) => setDraft(draft.with(index, event.target.value))}
              onBlur={() => change(draft)}
            />
            {draft.length > 1 && (
              <Button
                type="text"
                aria-label={t("labelling.editor.remove")}
                icon={<DeleteOutlined />}
                onClick={() => change(draft.toSpliced(index, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {mayLabel && (
        <Button icon={<PlusOutlined />} onClick={() => setDraft([...draft, ""])}>
          {t("labelling.editor.addCaption")}
        </Button>
      )}
    </div>
  );
}
