import { Button, Input } from "antd";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { AskProps } from "./input-panel";
import styles from "./inputs.module.css";

const sends = (event: KeyboardEvent) => event.key === "Enter" && (event.ctrlKey || event.metaKey);

/** A text to write or paste. */
export function TextInput({ disabled, onAsk }: AskProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const ask = () =>
    onAsk({ parts: { text }, source: { media: "text", name: t("inputs.yourText"), text } });
  const isReady = text.trim() !== "" && !disabled;
  return (
    <div className={styles.stack}>
      <Input.TextArea
        aria-label={t("inputs.text")}
        placeholder={t("inputs.text")}
        autoSize={{ minRows: 4, maxRows: 14 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => sends(event) && isReady && ask()}
      />
      <Button type="primary" disabled={!isReady} onClick={ask}>
        {t("inputs.ask")}
      </Button>
    </div>
  );
}

/** Two texts to compare. */
export function TextPairInput({ disabled, onAsk }: AskProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text1, setText1] = useState("");
  const [text2, setText2] = useState("");
  const isReady = text1.trim() !== "" && text2.trim() !== "" && !disabled;
  const ask = () =>
    onAsk({
      parts: { text1, text2 },
      source: {
        media: "text_pair",
        name: t("inputs.yourText"),
        text: JSON.stringify({ text1, text2 }),
      },
    });
  const fields = [
    { key: "firstText", value: text1, change: setText1 },
    { key: "secondText", value: text2, change: setText2 },
  ];
  return (
    <div className={styles.stack}>
      {fields.map(({ key, value, change }) => (
        <label key={key} htmlFor={`${id}-${key}`} className={styles.field}>
          <span>{t(`media.${key}`)}</span>
          <Input.TextArea
            id={`${id}-${key}`}
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={value}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => sends(event) && isReady && ask()}
          />
        </label>
      ))}
      <Button type="primary" disabled={!isReady} onClick={ask}>
        {t("inputs.ask")}
      </Button>
    </div>
  );
}
