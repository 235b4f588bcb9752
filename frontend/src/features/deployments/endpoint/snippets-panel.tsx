import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { CodeTabs } from "@/components/ui/code-block";
import type { InputSpec } from "@/components/inputs/input-spec";
import { Panel } from "@/components/ui/panel";

import type { Deployment } from "../types";
import { KEY_PLACEHOLDER } from "./snippets";
import { snippetsOf } from "./snippets-of";
import styles from "./endpoint.module.css";

interface SnippetsPanelProps {
  deployment: Deployment;
  predictUrl: string;
  input: InputSpec;
  /** A key that was just made or typed; empty for none. */
  secret: string;
  /** A token that was just made; empty for none. */
  token: string;
}

/** Code that calls this endpoint, with its real address. */
export function SnippetsPanel({
  deployment,
  predictUrl,
  input,
  secret,
  token,
}: SnippetsPanelProps) {
  const { t } = useTranslation();
  const mayMakeKeys = useMay("developer");
  const withoutKey = mayMakeKeys ? "withoutKey" : "askForKey";
  // A key opens every address, and so does a token.
  const [known = KEY_PLACEHOLDER] = [secret, token].filter((one) => one !== "");
  const tabs = snippetsOf(
    {
      predictUrl,
      easydlUrl: deployment.easydl_url,
      predictionsUrl:
        deployment.async_predictions === null ? null : `${deployment.url ?? ""}/predictions`,
      secret: known,
      token: token === "" ? known : token,
    },
    input,
    t,
  );
  return (
    <Panel title={t("deployments.snippets.title")}>
      <div className={styles.stack}>
        <p className={styles.muted}>
          {t(`deployments.snippets.${known === KEY_PLACEHOLDER ? withoutKey : "withKey"}`, {
            placeholder: KEY_PLACEHOLDER,
          })}
        </p>
        <CodeTabs tabs={tabs} />
        <p className={styles.muted}>{t("deployments.snippets.where")}</p>
      </div>
    </Panel>
  );
}
