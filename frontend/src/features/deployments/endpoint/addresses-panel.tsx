import { useTranslation } from "react-i18next";

import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import type { Deployment } from "../types";
import { streamAddress } from "./live/stream-url";
import styles from "./endpoint.module.css";

type Urls = Pick<Deployment, "predict_url" | "v2_url" | "easydl_url">;

/** Where the endpoint answers, in each of its shapes. */
export function AddressesPanel({ deployment }: { deployment: Urls }) {
  const { t } = useTranslation();
  const addresses = [
    ["predict", deployment.predict_url],
    ["stream", deployment.predict_url && streamAddress(deployment.predict_url)],
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

type Kind = "predict" | "stream" | "v2" | "easydl";

function Address({ kind, url }: { kind: Kind; url: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <dt>
        {kind === "predict" || kind === "stream" ? (
          t(`deployments.addresses.${kind}`)
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
