import { Button, Input, Upload } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { AskProps } from "./input-panel";
import styles from "./inputs.module.css";
import { useObjectUrl } from "./use-object-url";

/** An image, a text, or both to be compared. */
export function ImageTextInput({ disabled, onAsk }: AskProps) {
  const { t } = useTranslation();
  const addressOf = useObjectUrl();
  const [image, setImage] = useState<{ file: File; url: string }>();
  const [text, setText] = useState("");
  const words = text.trim();
  const ask = () =>
    onAsk({
      parts: { ...(image && { image: image.file }), ...(words !== "" && { text: words }) },
      source:
        image === undefined
          ? { media: "text", name: t("inputs.yourText"), text: words }
          : { media: "image", name: image.file.name, url: image.url },
    });
  return (
    <div className={styles.stack}>
      <Upload.Dragger
        accept="image/*"
        disabled={disabled}
        showUploadList={false}
        beforeUpload={(file) => {
          setImage({ file, url: addressOf(file) });
          return false;
        }}
      >
        {image === undefined ? (
          <p className={styles.drop}>{t("inputs.drop.imageText")}</p>
        ) : (
          <img src={image.url} alt={image.file.name} className={styles.preview} />
        )}
      </Upload.Dragger>
      <Input.TextArea
        aria-label={t("inputs.textOfImage")}
        placeholder={t("inputs.textOfImage")}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="primary"
        disabled={disabled || (image === undefined && words === "")}
        onClick={ask}
      >
        {t("inputs.ask")}
      </Button>
    </div>
  );
}
