import { Button, Input, Spin, Upload } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { formatDuration, formatPercent } from "@/i18n/format";

import styles from "./endpoint.module.css";
import { useCall } from "./use-call";

interface ConsolePanelProps {
  predictUrl: string;
  secret: string;
  onSecret: (secret: string) => void;
  /** Make a key and use it here. */
  onMakeKey: () => void;
}

/** Call the published endpoint from this page, exactly as a program would. */
export function ConsolePanel({ predictUrl, secret, onSecret, onMakeKey }: ConsolePanelProps) {
  const { t, i18n } = useTranslation();
  const call = useCall(predictUrl);
  const [name, setName] = useState<string>();
  const send = (image: File) => {
    setName(image.name);
    call.mutate({ image, secret });
  };
  return (
    <Panel title={t("deployments.console.title")}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Input.Password
            aria-label={t("deployments.console.key")}
            placeholder={t("deployments.console.key")}
            style={{ flex: "1 1 200px" }}
            autoComplete="off"
            value={secret}
            onChange={(event) => onSecret(event.target.value)}
          />
          <Button onClick={onMakeKey}>{t("deployments.keys.create")}</Button>
        </div>
        <Upload.Dragger
          accept="image/*"
          disabled={secret === ""}
          showUploadList={false}
          beforeUpload={(file) => {
            send(file);
            return false;
          }}
        >
          <span className={styles.muted}>
            {t(secret === "" ? "deployments.console.needsKey" : "deployments.console.drop")}
          </span>
        </Upload.Dragger>
        <div aria-live="polite" className={styles.stack}>
          {call.isPending && <Spin description={t("deployments.console.busy")} />}
          {call.isError && <ErrorState error={call.error} />}
          {call.isSuccess && (
            <>
              <p className={styles.muted}>
                {t("deployments.console.answered", {
                  name,
                  time: formatDuration(call.data.roundTripMs / 1000, i18n.language),
                })}
              </p>
              <ol className={styles.bars}>
                {call.data.results.map((result) => (
                  <li key={result.name} className={styles.bar}>
                    <span>{result.name}</span>
                    <span className={styles.track} aria-hidden>
                      <span className={styles.fill} style={{ width: `${result.score * 100}%` }} />
                    </span>
                    <span className={styles.score}>
                      {formatPercent(result.score, i18n.language)}
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      </div>
    </Panel>
  );
}
