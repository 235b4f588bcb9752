import { useTranslation } from "react-i18next";

import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import type { Deployment } from "../types";
import styles from "./endpoint.module.css";

/** Where the endpoint answers, in each of its shapes. */
export function AddressesPanel({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const addresses = [
    ["predict", deployment.predict_url],
    ["v2", deployment.v2_url],
    ["easydl", deployment.easydl_url],
  ] as const;
  return (
    <Panel title={t("deployments.addresses.title")}>
      <dl className={styles.summary}>
        {addresses.map(([key, url]) => (
          <Address key={key} kind={key} url={url} />
        ))}
      </dl>
    </Panel>
  );
}

function Address({ kind, url }: { kind: "predict" | "v2" | "easydl"; url: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <dt>
        {kind === "predict" ? (
          t("deployments.addresses.predict")
        ) : (
          <Term name={kind === "v2" ? "open_inference_protocol" : "easydl_compatible"} />
        )}
      </dt>
      <dd>
        {url === null ? (
          <span className={styles.muted}>{t("deployments.addresses.none")}</span>
        ) : (
          <code>{url}</code>
        )}
      </dd>
      <dd>{url !== null && <CopyButton text={url} />}</dd>
    </>
  );
}
