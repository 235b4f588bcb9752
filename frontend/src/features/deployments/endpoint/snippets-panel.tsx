import { useTranslation } from "react-i18next";

import { CodeTabs } from "@/components/ui/code-block";
import type { InputSpec } from "@/components/inputs/input-spec";
import { Panel } from "@/components/ui/panel";

import type { Deployment } from "../types";
import { exampleParts } from "./example-parts";
import {
  curlSnippet,
  easydlSnippet,
  javascriptSnippet,
  KEY_PLACEHOLDER,
  pythonSnippet,
} from "./snippets";
import styles from "./endpoint.module.css";

interface SnippetsPanelProps {
  deployment: Deployment;
  predictUrl: string;
  input: InputSpec;
  /** A key that was just made or typed; empty for none. */
  secret: string;
}

/** Code that calls this endpoint, with its real address. */
export function SnippetsPanel({ deployment, predictUrl, input, secret }: SnippetsPanelProps) {
  const { t } = useTranslation();
  const call = {
    predictUrl,
    parts: exampleParts(input),
    secret: secret === "" ? KEY_PLACEHOLDER : secret,
  };
  return (
    <Panel title={t("deployments.snippets.title")}>
      <div className={styles.stack}>
        <p className={styles.muted}>
          {t(secret === "" ? "deployments.snippets.withoutKey" : "deployments.snippets.withKey", {
            placeholder: KEY_PLACEHOLDER,
          })}
        </p>
        <CodeTabs
          tabs={[
            { key: "curl", label: "curl", code: curlSnippet(call) },
            { key: "python", label: "Python", code: pythonSnippet(call) },
            { key: "javascript", label: "JavaScript", code: javascriptSnippet(call) },
            {
              key: "easydl",
              label: "EasyDL",
              code: easydlSnippet(deployment.easydl_url, "ACCESS_TOKEN", call.parts),
            },
          ]}
        />
      </div>
    </Panel>
  );
}
