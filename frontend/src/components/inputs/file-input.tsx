import { CameraOutlined, InboxOutlined } from "@ant-design/icons";
import { Button, Upload } from "antd";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import type { AskProps } from "./input-panel";
import styles from "./inputs.module.css";
import { useObjectUrl } from "./use-object-url";

const ACCEPTED = { image: "image/*", video: "video/*", audio: "audio/*" } as const;
const PART = { image: "image", video: "video", audio: "sound" } as const;

interface FileInputProps extends AskProps {
  kind: keyof typeof ACCEPTED;
}

/** Drop, choose or paste a file, and the model is asked at once. */
export function FileInput({ kind, disabled, onAsk }: FileInputProps) {
  const { t } = useTranslation();
  const addressOf = useObjectUrl();
  const ask = (file: File) =>
    onAsk({
      parts: { [PART[kind]]: file },
      source: { media: kind, name: file.name, url: addressOf(file) },
    });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) =>
      type.startsWith(`${kind}/`),
    );
    if (file === undefined || disabled) return;
    event.preventDefault();
    ask(file);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    window.addEventListener("paste", listen);
    return () => window.removeEventListener("paste", listen);
  }, []);
  const choice = {
    accept: ACCEPTED[kind],
    disabled,
    showUploadList: false,
    beforeUpload: (file: File) => {
      ask(file);
      return false;
    },
  };
  return (
    <div className={styles.stack}>
      <Upload.Dragger {...choice}>
        <p className={styles.drop}>
          <InboxOutlined aria-hidden className={styles.sign} />
          {t(`inputs.drop.${kind}`)}
        </p>
      </Upload.Dragger>
      {kind !== "audio" && (
        <div className={styles.camera}>
          <Upload {...choice} capture="environment">
            <Button block size="large" icon={<CameraOutlined aria-hidden />} disabled={disabled}>
              {t(`inputs.take.${kind}`)}
            </Button>
          </Upload>
        </div>
      )}
    </div>
  );
}
